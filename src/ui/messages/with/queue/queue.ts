import { queue } from '../../en/queue/queue.ts'
import { addMessages } from '../../messages.ts'

addMessages(queue)
