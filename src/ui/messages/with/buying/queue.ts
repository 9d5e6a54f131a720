import { queue } from '../../en/buying/queue.ts'
import { addMessages } from '../../messages.ts'

addMessages(queue)
