import { seats } from '../../en/shop/seats.ts'
import { addMessages } from '../../messages.ts'

addMessages(seats)
