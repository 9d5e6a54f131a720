import { wallet } from '../../en/buying/wallet.ts'
import { addMessages } from '../../messages.ts'

addMessages(wallet)
