import { notices } from '../../en/buying/notices.ts'
import { addMessages } from '../../messages.ts'

addMessages(notices)
