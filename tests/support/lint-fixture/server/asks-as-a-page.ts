// Must fail: the server has the rules alone.
import { readMyPayments } from '../src/shop/payments/payments.api.ts'
export { readMyPayments }
