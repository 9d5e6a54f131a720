import { app } from './en/app.ts'
import { catalogue } from './en/catalogue.ts'
import { common } from './en/common.ts'
import { event } from './en/event.ts'

/** English: what the pages people arrive on say. Its shape, with that of the other nouns, is what every language gives. */
export const en = { ...app, ...catalogue, ...common, ...event }
