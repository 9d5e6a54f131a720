import { en } from './en.ts'
import type { account } from './en/account/account.ts'
import type { back } from './en/buying/back.ts'
import type { cart } from './en/buying/cart.ts'
import type { catalogue } from './en/shop/catalogue.ts'
import type { checkout } from './en/buying/checkout.ts'
import type { codes } from './en/buying/codes.ts'
import type { concert } from './en/shop/concert.ts'
import type { device } from './en/app/device.ts'
import type { draw } from './en/queue/draw.ts'
import type { gate } from './en/gate/gate.ts'
import type { give } from './en/buying/give.ts'
import type { given } from './en/buying/given.ts'
import type { info } from './en/shop/info.ts'
import type { invitation } from './en/account/invitation.ts'
import type { leaving } from './en/account/leaving.ts'
import type { notices } from './en/buying/notices.ts'
import type { orders } from './en/buying/orders.ts'
import type { paymentStatus } from './en/buying/payment-status.ts'
import type { prepare } from './en/gate/prepare.ts'
import type { profile } from './en/account/profile.ts'
import type { queue } from './en/queue/queue.ts'
import type { sale } from './en/shop/sale.ts'
import type { seats } from './en/shop/seats.ts'
import type { site } from './en/app/site.ts'
import type { suggestions } from './en/app/suggestions.ts'
import type { test } from './en/buying/test.ts'
import type { waiting } from './en/buying/waiting.ts'
import type { wallet } from './en/buying/wallet.ts'
import type { worker } from './en/app/worker.ts'

/** All texts for customers and gate staff, by key: one file per noun under en/. The first page has only those of en.ts;
 * code that uses another noun imports `with/<group>/<noun>.ts` (the build fails without it). */
export type Messages = typeof en &
  typeof account &
  typeof back &
  typeof cart &
  typeof catalogue &
  typeof checkout &
  typeof codes &
  typeof concert &
  typeof device &
  typeof draw &
  typeof gate &
  typeof give &
  typeof given &
  typeof info &
  typeof invitation &
  typeof leaving &
  typeof notices &
  typeof orders &
  typeof paymentStatus &
  typeof prepare &
  typeof profile &
  typeof queue &
  typeof sale &
  typeof seats &
  typeof site &
  typeof suggestions &
  typeof test &
  typeof waiting &
  typeof wallet &
  typeof worker
export type MessageKey = keyof Messages

type Message = string | ((parameters: never) => string)
type ParametersOf<M> = M extends () => string ? [] : M extends (parameters: infer P) => string ? [parameters: P] : []

const known: Record<string, Message> = { ...en }

export function addMessages(more: Readonly<Record<string, Message>>): void {
  Object.assign(known, more)
}

export type Translation<English> = {
  [K in keyof English]: English[K] extends () => string
    ? () => string
    : English[K] extends (parameters: infer P) => string
      ? (parameters: P) => string
      : string
}

let spoken: Readonly<Record<string, Message>> | null = null

/** Sets the messages of `t`; null is English. Only ui/language.ts calls it, and renders everything again. */
export function setMessages(messages: Readonly<Record<string, Message>> | null): void {
  spoken = messages
}

export function t<K extends MessageKey>(key: K, ...parameters: ParametersOf<Messages[K]>): string {
  const message = spoken?.[key] ?? known[key]
  if (message === undefined) throw new Error(`The messages of "${key}" are not loaded`)
  return typeof message === 'function' ? message(parameters[0] as never) : message
}
