import { site } from '../../en/app/site.ts'
import { addMessages } from '../../messages.ts'

addMessages(site)
