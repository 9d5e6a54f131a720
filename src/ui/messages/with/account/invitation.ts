import { invitation } from '../../en/account/invitation.ts'
import { addMessages } from '../../messages.ts'

addMessages(invitation)
