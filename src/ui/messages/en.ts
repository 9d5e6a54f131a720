import { app } from './en/app/app.ts'
import { common } from './en/app/common.ts'
import { event } from './en/shop/event.ts'

export const en = { ...app, ...common, ...event }
