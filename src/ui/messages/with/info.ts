import { info } from '../en/info.ts'
import { addMessages } from '../messages.ts'

addMessages(info)
