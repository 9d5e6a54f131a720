import { account } from '../en/account.ts'
import { addMessages } from '../messages.ts'

addMessages(account)
