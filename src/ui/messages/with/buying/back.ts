import { back } from '../../en/buying/back.ts'
import { addMessages } from '../../messages.ts'

addMessages(back)
