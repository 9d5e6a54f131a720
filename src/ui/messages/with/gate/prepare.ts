import { prepare } from '../../en/gate/prepare.ts'
import { addMessages } from '../../messages.ts'

addMessages(prepare)
