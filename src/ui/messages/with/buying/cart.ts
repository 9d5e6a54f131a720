import { cart } from '../../en/buying/cart.ts'
import { addMessages } from '../../messages.ts'

addMessages(cart)
