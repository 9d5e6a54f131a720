import { leaving } from '../../en/account/leaving.ts'
import { addMessages } from '../../messages.ts'

addMessages(leaving)
