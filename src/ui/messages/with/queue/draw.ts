import { draw } from '../../en/queue/draw.ts'
import { addMessages } from '../../messages.ts'

addMessages(draw)
