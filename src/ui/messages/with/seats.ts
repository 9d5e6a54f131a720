import { seats } from '../en/seats.ts'
import { addMessages } from '../messages.ts'

addMessages(seats)
