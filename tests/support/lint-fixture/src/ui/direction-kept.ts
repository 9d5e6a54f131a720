// Must pass: ui may use domain.
import { rupees } from '#shop/orders/money.ts'
export { rupees }
