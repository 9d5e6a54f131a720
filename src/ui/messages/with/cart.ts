import { cart } from '../en/cart.ts'
import { addMessages } from '../messages.ts'

addMessages(cart)
