import { account } from '../../en/account/account.ts'
import { addMessages } from '../../messages.ts'

addMessages(account)
