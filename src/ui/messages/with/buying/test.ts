import { test } from '../../en/buying/test.ts'
import { addMessages } from '../../messages.ts'

addMessages(test)
