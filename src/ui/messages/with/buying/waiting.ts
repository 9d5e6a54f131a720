import { waiting } from '../../en/buying/waiting.ts'
import { addMessages } from '../../messages.ts'

addMessages(waiting)
