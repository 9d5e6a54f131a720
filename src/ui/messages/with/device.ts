import { device } from '../en/device.ts'
import { addMessages } from '../messages.ts'

addMessages(device)
