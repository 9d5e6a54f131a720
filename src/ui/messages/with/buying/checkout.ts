import { checkout } from '../../en/buying/checkout.ts'
import { paymentStatus } from '../../en/buying/payment-status.ts'
import { addMessages } from '../../messages.ts'

addMessages({ ...checkout, ...paymentStatus })
