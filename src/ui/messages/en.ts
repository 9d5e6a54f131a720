import { app } from './en/app/app.ts'
import { common } from './en/app/common.ts'
import { event } from './en/shop/event.ts'

/** The messages of every page and of a concert's own page; other nouns load with the code that uses them. */
export const en = { ...app, ...common, ...event }
