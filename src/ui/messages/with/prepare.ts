import { prepare } from '../en/prepare.ts'
import { addMessages } from '../messages.ts'

addMessages(prepare)
