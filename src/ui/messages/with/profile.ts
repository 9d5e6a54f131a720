import { profile } from '../en/profile.ts'
import { addMessages } from '../messages.ts'

addMessages(profile)
