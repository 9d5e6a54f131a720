import { info } from '../../en/shop/info.ts'
import { addMessages } from '../../messages.ts'

addMessages(info)
