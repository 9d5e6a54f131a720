import { catalogue } from '../en/catalogue.ts'
import { addMessages } from '../messages.ts'

addMessages(catalogue)
