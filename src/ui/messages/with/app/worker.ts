import { worker } from '../../en/app/worker.ts'
import { addMessages } from '../../messages.ts'

addMessages(worker)
