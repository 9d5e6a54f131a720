import { worker } from '../en/worker.ts'
import { addMessages } from '../messages.ts'

addMessages(worker)
