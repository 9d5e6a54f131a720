import { catalogue } from '../../en/shop/catalogue.ts'
import { addMessages } from '../../messages.ts'

addMessages(catalogue)
