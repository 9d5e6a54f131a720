import { gate } from '../en/gate.ts'
import { addMessages } from '../messages.ts'

addMessages(gate)
