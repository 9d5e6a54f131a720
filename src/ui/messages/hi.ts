import { account } from './hi/account.ts'
import { app } from './hi/app.ts'
import { cart } from './hi/cart.ts'
import { catalogue } from './hi/catalogue.ts'
import { checkout } from './hi/checkout.ts'
import { common } from './hi/common.ts'
import { device } from './hi/device.ts'
import { event } from './hi/event.ts'
import { gate } from './hi/gate.ts'
import { info } from './hi/info.ts'
import { leaving } from './hi/leaving.ts'
import { orders } from './hi/orders.ts'
import { prepare } from './hi/prepare.ts'
import { profile } from './hi/profile.ts'
import { seats } from './hi/seats.ts'
import { wallet } from './hi/wallet.ts'
import { worker } from './hi/worker.ts'
import type { Messages, Translation } from './messages.ts'

export { dates } from '#platform/time/date-words/hi.ts'

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
