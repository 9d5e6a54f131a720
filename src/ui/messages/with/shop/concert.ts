import { concert } from '../../en/shop/concert.ts'
import { addMessages } from '../../messages.ts'

addMessages(concert)
