import { setTimeout as sleep } from 'node:timers/promises'
import type { Hall } from './hall.ts'
import { HttpPool } from './http-client.ts'
import { holdOf, releaseOf } from './requests.ts'
import type { ShopOfKind } from './shop-kinds.ts'

/** An order begins or ends so often. */
const ORDER_EVERY_MS = 250

/** Begins and ends orders of the free seats of a half full hall, so that the answers of taken seats change. */
export class SmallOrders {
  #over = false
  readonly #running: Promise<void>

  constructor(opened: ShopOfKind, hall: Hall) {
    this.#running = this.#run(opened, hall)
    // `stop` throws it.
    this.#running.catch(() => undefined)
  }

  /** @throws {Error} when an order was refused */
  stop(): Promise<void> {
    this.#over = true
    return this.#running
  }

  async #run({ shop, secret }: ShopOfKind, { customers, categories }: Hall): Promise<void> {
    const pool = new HttpPool(shop.url, 1)
    const { id: category, free } = categories[0]!
    try {
      for (let n = 0; !this.#over; n = (n + 1) % customers.length) {
        const person = { user: customers[n]!, secret }
        const { order, request } = holdOf(person, { category, seats: free.slice(n * 2, n * 2 + 2) })
        for (const asked of [request, releaseOf(person, order)]) {
          const { status, body } = await pool.ask(asked)
          if (status >= 300) throw new Error(`An order was answered with ${status}: ${body.toString()}`)
          await sleep(ORDER_EVERY_MS)
        }
      }
    } finally {
      pool.close()
    }
  }
}
