import { checkout } from '../../en/buying/checkout.ts'
import { addMessages } from '../../messages.ts'

addMessages(checkout)
