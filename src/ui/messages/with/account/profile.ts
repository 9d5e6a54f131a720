import { profile } from '../../en/account/profile.ts'
import { addMessages } from '../../messages.ts'

addMessages(profile)
