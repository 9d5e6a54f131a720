import { checkout } from '../en/checkout.ts'
import { addMessages } from '../messages.ts'

addMessages(checkout)
