import { gate } from '../../en/gate/gate.ts'
import { addMessages } from '../../messages.ts'

addMessages(gate)
