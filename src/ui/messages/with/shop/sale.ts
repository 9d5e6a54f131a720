import { sale } from '../../en/shop/sale.ts'
import { addMessages } from '../../messages.ts'

addMessages(sale)
