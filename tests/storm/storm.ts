import { createHash } from 'node:crypto'
import { gridSeat, type Line } from '../sql-races/sale-database.ts'
import type { Random } from './random.ts'
import type { Outcome, Sale } from './sale.ts'

export interface StormPlace {
  customers: string[]
  admins: string[]
  events: string[]
  categories: { id: string; event: string; seats: number; isStanding: boolean }[]
}

/** Refusals that a storm causes; any other is a fault. */
const EXPECTED = new Set([
  ...['seats_taken', 'not_on_sale', 'held_too_long', 'too_many', 'order_submitted', 'hold_expired', 'unknown_order'],
  ...['transaction_used', 'already_decided', 'reference_approved', 'seats_lost', 'changed_meanwhile', 'not_found'],
  ...['not_enough_free_seats', 'sold_to_customers', 'seats_claimed', 'in_use'],
])

/** An on-sale with everything that people do. The caller checks `faults`. */
export class Storm {
  readonly sale: Sale
  readonly place: StormPlace
  readonly outcomes = new Map<string, number>()
  readonly faults: string[] = []
  readonly acknowledged = new Map<string, string>()
  readonly waiting: string[] = []
  over = false
  #reference = 100_000_000_000

  constructor(sale: Sale, place: StormPlace) {
    this.sale = sale
    this.place = place
  }

  note(what: string): void {
    this.outcomes.set(what, (this.outcomes.get(what) ?? 0) + 1)
  }

  fault(what: string): void {
    if (this.faults.length < 50) this.faults.push(what)
  }

  /** Calls and counts the answer; null when the shop failed. */
  async ask(who: string, name: string, args: Record<string, unknown>): Promise<Outcome | null> {
    return this.#account(name, () => this.sale.call(who, name, args))
  }

  async edit(who: string, id: string, change: Record<string, unknown>): Promise<Outcome | null> {
    return this.#account(`edit ${Object.keys(change)[0]}`, () => this.sale.edit(who, 'ticket_categories', id, change))
  }

  async #account(name: string, work: () => Promise<Outcome>): Promise<Outcome | null> {
    try {
      const outcome = await work()
      const code = 'answer' in outcome ? 'ok' : outcome.refusal.code
      this.note(`${name}: ${code}`)
      if (code !== 'ok' && !EXPECTED.has(code)) this.fault(`${name} was refused with ${code}`)
      return outcome
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      this.fault(`${name} failed: ${code ?? ''} ${message}`)
      return null
    }
  }

  /** Standing places are asked for by number; their labels here only count people. */
  sent(lines: Line[]): unknown[] {
    const standing = new Set(this.place.categories.filter((one) => one.isStanding).map((one) => one.id))
    return lines.map(({ ticket_category_id, seats }) =>
      standing.has(ticket_category_id) ? { ticket_category_id, count: seats.length } : { ticket_category_id, seats },
    )
  }

  nextReference(): string {
    return String((this.#reference += 1))
  }

  async buy(customer: string, rounds: number, random: Random): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      const order = random.uuid()
      const lines = await this.#hold(customer, order, this.#wanted(random), random)
      if (random.once(5)) await this.ask(customer, 'extend_hold', { p_order_id: order })
      if (lines.length === 0 || random.once(6)) continue
      if (random.once(8)) {
        await this.ask(customer, 'release_seats', { p_order_id: order })
        continue
      }
      await this.#pay(customer, order, lines, random)
    }
  }

  #wanted(random: Random): Line[] {
    const lines = new Map<string, string[]>()
    for (let n = 1 + (random.once(3) ? 1 : 0) + (random.once(6) ? 1 : 0); n > 0; n -= 1) {
      const { id, seats, isStanding } = random.pick(this.place.categories)
      if (isStanding) {
        lines.set(
          id,
          Array.from({ length: 1 + random(6) }, (_, k) => String(k + 1)),
        )
        continue
      }
      // Groups overlap, mostly in the middle, in any order.
      const middle = Math.floor((random(seats) + random(seats)) / 2)
      const group = Array.from({ length: 1 + random(6) }, (_, k) => gridSeat((middle + k) % seats))
      lines.set(id, random.once(2) ? group.reverse() : group)
    }
    return [...lines].map(([ticket_category_id, seats]) => ({ ticket_category_id, seats }))
  }

  /** Holds the free ones of these seats and returns them. */
  async #hold(customer: string, order: string, wanted: Line[], random: Random): Promise<Line[]> {
    let lines = wanted
    for (let tries = 0; tries < 3 && lines.length > 0; tries += 1) {
      const args = { p_order_id: order, p_lines: this.sent(lines) }
      const again = random.once(8) ? this.ask(customer, 'hold_seats', args) : null
      const held = await this.ask(customer, 'hold_seats', args)
      await again
      if (held && 'answer' in held) {
        if (!random.once(4)) return lines
        lines = lines.map((line) => ({ ...line, seats: line.seats.slice(0, 1 + random(line.seats.length)) }))
        continue
      }
      if (!held || held.refusal.code !== 'seats_taken') return random.once(4) ? lines : []
      const lost = new Map(
        (JSON.parse(held.refusal.detail) as Line[]).map((line) => [line.ticket_category_id, line.seats]),
      )
      if (lost.size === 0) this.fault('seats_taken names no seat')
      lines = lines
        .map((line) => ({
          ...line,
          seats: line.seats.filter((seat) => !lost.get(line.ticket_category_id)?.includes(seat)),
        }))
        .filter((line) => line.seats.length > 0)
    }
    return lines
  }

  async #pay(customer: string, order: string, lines: Line[], random: Random): Promise<void> {
    // Sometimes a reference that was sent before, by another customer or for another order.
    const reference = random.once(12) ? String(100_000_000_001 + random(200)) : this.nextReference()
    const args = {
      p_order_id: order,
      p_transaction_id: reference,
      p_amount: random.once(10) ? 1 : 500 + random(5000),
      p_screenshot_path: `${customer}/1764000000000-${order}.png`,
      p_lines: this.sent(lines),
      p_screenshot_sha256: createHash('sha256').update(order).digest('hex'),
    }
    // Sent again from another tab or after a lost answer: still one payment.
    const copies = random.once(4) ? 2 + random(3) : 1
    const answers = await Promise.all(Array.from({ length: copies }, () => this.ask(customer, 'submit_payment', args)))
    if (random.once(6)) answers.push(await this.ask(customer, 'submit_payment', { ...args, p_amount: 2 }))
    const ids = answers.flatMap((one) =>
      one && 'answer' in one ? [(one.answer as { payment_id: string }).payment_id] : [],
    )
    if (new Set(ids).size > 1) this.fault(`order ${order} became several payments`)
    if (ids.length > 0 && ids.length < answers.filter(Boolean).length)
      this.fault(`order ${order} was taken and refused`)
    if (!ids[0]) return
    this.acknowledged.set(order, ids[0])
    this.waiting.push(ids[0])
  }

  /** Expires some holds early, of those that no one is using: it waits for no lock, so it cannot deadlock. */
  async expire(): Promise<void> {
    await this.sale.sql`
      update public.seat_claims c set expires_at = now() - interval '1 second'
      from (
        select event_id, place, seat from public.seat_claims
        where state = 'held' and user_id is not null and created_at < clock_timestamp() - interval '150 milliseconds' and random() < 0.5
        order by event_id, place, seat for no key update skip locked
      ) as lapsed
      where c.event_id = lapsed.event_id and c.place = lapsed.place and c.seat = lapsed.seat and c.state = 'held'`
  }

  /** Checks that every acknowledged payment exists once, under its order, and no other does. */
  async checkLedger(isOver: boolean): Promise<void> {
    const known = [...this.acknowledged]
    const rows = await this.sale.sql<{ id: string; order_id: string }[]>`select id, order_id from public.payments`
    const stored = new Map(rows.map((row) => [row.order_id, row.id]))
    for (const [order, payment] of known) {
      if (stored.get(order) !== payment) this.fault(`payment ${payment} of order ${order} is missing`)
    }
    if (isOver && rows.length !== this.acknowledged.size) {
      this.fault(`${rows.length} payments are stored, ${this.acknowledged.size} were acknowledged`)
    }
  }
}
