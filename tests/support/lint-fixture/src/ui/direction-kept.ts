// Must pass: ui may use domain.
import { rupees } from '#domain/money.ts'
export { rupees }
