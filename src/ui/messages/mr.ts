import { account } from './mr/account/account.ts'
import { app } from './mr/app/app.ts'
import { back } from './mr/buying/back.ts'
import { cart } from './mr/buying/cart.ts'
import { catalogue } from './mr/shop/catalogue.ts'
import { checkout } from './mr/buying/checkout.ts'
import { codes } from './mr/buying/codes.ts'
import { common } from './mr/app/common.ts'
import { concert } from './mr/shop/concert.ts'
import { device } from './mr/app/device.ts'
import { draw } from './mr/queue/draw.ts'
import { event } from './mr/shop/event.ts'
import { gate } from './mr/gate/gate.ts'
import { give } from './mr/buying/give.ts'
import { given } from './mr/buying/given.ts'
import { info } from './mr/shop/info.ts'
import { invitation } from './mr/account/invitation.ts'
import { leaving } from './mr/account/leaving.ts'
import { notices } from './mr/buying/notices.ts'
import { orders } from './mr/buying/orders.ts'
import { paymentStatus } from './mr/buying/payment-status.ts'
import { prepare } from './mr/gate/prepare.ts'
import { profile } from './mr/account/profile.ts'
import { queue } from './mr/queue/queue.ts'
import { sale } from './mr/shop/sale.ts'
import { seats } from './mr/shop/seats.ts'
import { site } from './mr/app/site.ts'
import { suggestions } from './mr/app/suggestions.ts'
import { test } from './mr/buying/test.ts'
import { waiting } from './mr/buying/waiting.ts'
import { wallet } from './mr/buying/wallet.ts'
import { worker } from './mr/app/worker.ts'
import type { Messages, Translation } from './messages.ts'

export { dates } from '#platform/time/date-words/mr.ts'

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
