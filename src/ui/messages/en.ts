import { app } from './en/app/app.ts'
import { common } from './en/app/common.ts'
import { event } from './en/shop/event.ts'

/** English: what every page and a concert's own page say. Its shape, with that of the other nouns, is what every language gives. */
export const en = { ...app, ...common, ...event }
