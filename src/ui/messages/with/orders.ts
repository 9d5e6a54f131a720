import { orders } from '../en/orders.ts'
import { addMessages } from '../messages.ts'

addMessages(orders)
