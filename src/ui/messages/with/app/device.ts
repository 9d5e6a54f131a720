import { device } from '../../en/app/device.ts'
import { addMessages } from '../../messages.ts'

addMessages(device)
