import { codes } from '../../en/buying/codes.ts'
import { addMessages } from '../../messages.ts'

addMessages(codes)
