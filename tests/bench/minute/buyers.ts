import { setTimeout as sleep } from 'node:timers/promises'
import type { Answers } from './answers.ts'
import { availabilityPath, FROM_BROWSER, readAvailability } from './availability.ts'
import type { Hall } from './hall.ts'
import { encode, type HttpPool, type Reply } from './http-client.ts'
import { from, holdOf, paymentOf, releaseOf, type Person } from './requests.ts'
import { PAGE } from './watchers.ts'

interface Held {
  order: string
  category: string
  seats: string[]
  total: number
}

const MAX_TRIES = 6

const think = (leastMs: number, mostMs: number): Promise<void> => sleep(leastMs + Math.random() * (mostMs - leastMs))

/** All buyers of a scene, and what they were promised. */
export class Buyers {
  readonly #hall: Hall
  readonly #pool: HttpPool
  readonly #answers: Answers
  readonly #end: number
  readonly #keepSeats: boolean
  /** Seats by 'category seat', each with the order that has them now. */
  readonly #owners = new Map<string, string>()
  /** Payments that were sent, by order: their seats, and whether the answer came. */
  readonly payments = new Map<string, { seats: string[]; acknowledged: boolean }>()
  /** Buyers by how they ended. */
  readonly ends = new Map<string, number>()
  chosenAgain = 0

  /**
   * `end` by `performance.now()`: buyers without seats choose no others later. `keepSeats`: who leaves after choosing
   * gives the seats back, so that the hall sells out before holds end.
   */
  constructor(hall: Hall, pool: HttpPool, answers: Answers, end: number, keepSeats = true) {
    this.#end = end
    this.#keepSeats = keepSeats
    this.#hall = hall
    this.#pool = pool
    this.#answers = answers
  }

  /** Opens the event's page, looks, holds two seats that looked free, or the last one, pays or leaves. */
  async buy(person: Person, comesAt: number): Promise<void> {
    await sleep(comesAt)
    const end = await this.#visit(person)
    this.ends.set(end, (this.ends.get(end) ?? 0) + 1)
  }

  async #visit(person: Person): Promise<string> {
    const page = encode({ path: `/events/${this.#hall.event}`, headers: { ...PAGE, ...from(person.address) } })
    await this.#ask('event page', page)
    if (Math.random() < 0.05) return 'left the page'
    await think(500, 2_500)
    const held = await this.#choose(person)
    if (!held) return 'found no seats'
    await think(2_000, 8_000)
    const mood = Math.random()
    if (mood < 0.05 && this.#keepSeats) return 'left with seats held'
    if (mood < 0.1) {
      for (const seat of held.seats) this.#owners.delete(`${held.category} ${seat}`)
      await this.#ask('release', releaseOf(person, held.order), 204)
      return 'gave the seats back'
    }
    const payment = { seats: held.seats, acknowledged: false }
    this.payments.set(held.order, payment)
    const reply = await this.#ask('payment', paymentOf(person, held.order, held, held.total))
    payment.acknowledged = reply?.status === 200
    return payment.acknowledged ? 'paid' : 'have no answer to their payment'
  }

  /** Looks and holds until seats are held; null when the hall looks full, or after too many tries. */
  async #choose(person: Person): Promise<Held | null> {
    const order = this.#hall.categories.map((_, n) => n).sort(() => Math.random() - 0.5)
    let tries = 0
    for (const n of order) {
      const { id: category, seats: all } = this.#hall.categories[n]!
      for (; tries < MAX_TRIES && performance.now() < this.#end; tries += 1) {
        const headers = { ...FROM_BROWSER, ...from(person.address) }
        const reply = await this.#ask('taken seats', encode({ path: availabilityPath(category), headers }))
        if (reply?.status !== 200) return null
        const seats = seatsOf(all, readAvailability(reply).seats)
        if (!seats) break
        await think(1_000, 4_000)
        const held = await this.#hold(person, category, seats)
        if (held) return held
        this.chosenAgain += 1
      }
    }
    return null
  }

  async #hold(person: Person, category: string, seats: string[]): Promise<Held | null> {
    const { order, request } = holdOf(person, { category, seats })
    const reply = await this.#ask('hold', request, 200, 409)
    if (reply?.status !== 200) {
      if (reply?.status === 409 && !reply.body.includes('seats_taken'))
        this.#answers.fault(`hold: ${reply.body.toString().slice(0, 80)}`)
      return null
    }
    for (const seat of seats) {
      const other = this.#owners.get(`${category} ${seat}`)
      if (other) this.#answers.fault('a seat was held for two orders')
      this.#owners.set(`${category} ${seat}`, order)
    }
    const { total } = JSON.parse(reply.body.toString()) as { total: number }
    return { order, category, seats, total }
  }

  async #ask(what: string, request: Buffer, ...expected: number[]): Promise<Reply | null> {
    return this.#answers.note(what, this.#pool.ask(request), expected.length > 0 ? expected : [200])
  }
}

/** Returns two free seats beside each other, rather in front; one when no two are; null when the hall looks full. */
function seatsOf(all: readonly string[], taken: ReadonlySet<string>): string[] | null {
  const row = (seat: string): string => seat.replace(/\d+$/, '')
  const pairs: string[][] = []
  for (let at = 1; at < all.length; at += 1) {
    const [left, right] = [all[at - 1]!, all[at]!]
    if (row(left) === row(right) && !taken.has(left) && !taken.has(right)) pairs.push([left, right])
  }
  const single = all.find((seat) => !taken.has(seat))
  return pairs[Math.floor(pairs.length * Math.random() ** 2)] ?? (single === undefined ? null : [single])
}
