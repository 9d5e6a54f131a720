import { give } from '../../en/buying/give.ts'
import { addMessages } from '../../messages.ts'

addMessages(give)
