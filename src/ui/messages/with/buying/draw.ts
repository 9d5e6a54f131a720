import { draw } from '../../en/buying/draw.ts'
import { addMessages } from '../../messages.ts'

addMessages(draw)
