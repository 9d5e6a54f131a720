import { orders } from '../../en/buying/orders.ts'
import { addMessages } from '../../messages.ts'

addMessages(orders)
