import { given } from '../../en/buying/given.ts'
import { addMessages } from '../../messages.ts'

addMessages(given)
