import { leaving } from '../en/leaving.ts'
import { addMessages } from '../messages.ts'

addMessages(leaving)
