import { suggestions } from '../../en/app/suggestions.ts'
import { addMessages } from '../../messages.ts'

addMessages(suggestions)
