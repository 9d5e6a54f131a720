import { wallet } from '../en/wallet.ts'
import { addMessages } from '../messages.ts'

addMessages(wallet)
