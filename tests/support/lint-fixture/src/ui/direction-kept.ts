// Must pass: ui may use rules.
import { rupees } from '#shop/orders/money.ts'
export { rupees }
