import { account } from './mr/account.ts'
import { app } from './mr/app.ts'
import { cart } from './mr/cart.ts'
import { catalogue } from './mr/catalogue.ts'
import { checkout } from './mr/checkout.ts'
import { common } from './mr/common.ts'
import { device } from './mr/device.ts'
import { event } from './mr/event.ts'
import { gate } from './mr/gate.ts'
import { info } from './mr/info.ts'
import { leaving } from './mr/leaving.ts'
import { orders } from './mr/orders.ts'
import { prepare } from './mr/prepare.ts'
import { profile } from './mr/profile.ts'
import { seats } from './mr/seats.ts'
import { wallet } from './mr/wallet.ts'
import { worker } from './mr/worker.ts'
import type { Messages, Translation } from './messages.ts'

export { dates } from '#platform/time/date-words/mr.ts'

export const messages: Translation<Messages> = {
  ...account,
  ...app,
  ...cart,
  ...catalogue,
  ...checkout,
  ...common,
  ...device,
  ...event,
  ...gate,
  ...info,
  ...leaving,
  ...orders,
  ...prepare,
  ...profile,
  ...seats,
  ...wallet,
  ...worker,
}

/** What has to be on the device for the language to work with no network: see ui/language.ts. */
export const files = [import.meta.url, new URL('../fonts/anek-deva-text.woff2', import.meta.url).href]
