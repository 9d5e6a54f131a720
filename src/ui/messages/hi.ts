import { account } from './hi/account/account.ts'
import { app } from './hi/app/app.ts'
import { back } from './hi/buying/back.ts'
import { cart } from './hi/buying/cart.ts'
import { catalogue } from './hi/shop/catalogue.ts'
import { checkout } from './hi/buying/checkout.ts'
import { codes } from './hi/buying/codes.ts'
import { common } from './hi/app/common.ts'
import { concert } from './hi/shop/concert.ts'
import { device } from './hi/app/device.ts'
import { draw } from './hi/queue/draw.ts'
import { event } from './hi/shop/event.ts'
import { gate } from './hi/gate/gate.ts'
import { give } from './hi/buying/give.ts'
import { given } from './hi/buying/given.ts'
import { info } from './hi/shop/info.ts'
import { invitation } from './hi/account/invitation.ts'
import { leaving } from './hi/account/leaving.ts'
import { notices } from './hi/buying/notices.ts'
import { orders } from './hi/buying/orders.ts'
import { paymentStatus } from './hi/buying/payment-status.ts'
import { prepare } from './hi/gate/prepare.ts'
import { profile } from './hi/account/profile.ts'
import { queue } from './hi/queue/queue.ts'
import { sale } from './hi/shop/sale.ts'
import { seats } from './hi/shop/seats.ts'
import { site } from './hi/app/site.ts'
import { suggestions } from './hi/app/suggestions.ts'
import { test } from './hi/buying/test.ts'
import { waiting } from './hi/buying/waiting.ts'
import { wallet } from './hi/buying/wallet.ts'
import { worker } from './hi/app/worker.ts'
import type { Messages, Translation } from './messages.ts'

export { dates } from '#platform/time/date-words/hi.ts'

export const messages: Translation<Messages> = {
  ...account,
  ...app,
  ...back,
  ...cart,
  ...catalogue,
  ...checkout,
  ...codes,
  ...common,
  ...concert,
  ...device,
  ...draw,
  ...event,
  ...gate,
  ...give,
  ...given,
  ...info,
  ...invitation,
  ...leaving,
  ...notices,
  ...orders,
  ...paymentStatus,
  ...prepare,
  ...profile,
  ...queue,
  ...sale,
  ...seats,
  ...site,
  ...suggestions,
  ...test,
  ...waiting,
  ...wallet,
  ...worker,
}

export const files = [import.meta.url, new URL('../fonts/anek-deva-text.woff2', import.meta.url).href]
