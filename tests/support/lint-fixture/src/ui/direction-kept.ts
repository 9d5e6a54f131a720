// Must pass: ui may use rules.
import { rupees } from '#shop/prices/money.ts'
export { rupees }
