import { setTimeout as sleep } from 'node:timers/promises'
import { gridSeat, type Line } from '../sql-races/sale-database.ts'
import type { Storm } from './storm.ts'
import type { Random } from './random.ts'

/** One of the staff during the storm: decides payments and edits. */
export class Staff {
  readonly #storm: Storm
  readonly #admin: string
  readonly #random: Random

  constructor(storm: Storm, admin: string, random: Random) {
    this.#storm = storm
    this.#admin = admin
    this.#random = random
  }

  /** Works until the storm is over and nothing is pending. The first one also cancels, moves and edits. */
  async work(n: number): Promise<void> {
    const storm = this.#storm
    for (let turn = 1; !storm.over || storm.waiting.length > 0; turn += 1) {
      if (n === 0 && turn % 3 === 0) await this.#edit()
      if (n === 0 && turn % 10 === 0) await this.#move()
      if (n === 0 && storm.acknowledged.size > 30) await this.#cancel()
      if (n === 1 && turn % 5 === 0) await this.#revoke()
      await this.#decide()
    }
  }

  async #decide(): Promise<void> {
    const { waiting } = this.#storm
    const random = this.#random
    const some = waiting.splice(random(Math.max(1, waiting.length - 4)), 1 + random(4))
    if (some.length === 0) {
      await sleep(5)
    } else if (random.once(4)) {
      for (const payment of some) await this.#ask('review_payment', { p_payment_id: payment, p_decision: 'rejected' })
    } else if (random.once(2)) {
      await Promise.all([
        this.#ask('review_payments', { p_payment_ids: some }),
        this.#ask('review_payments', { p_payment_ids: [...some].reverse() }),
      ])
    } else {
      for (const payment of some) await this.#approve(payment)
    }
  }

  async #approve(payment: string): Promise<void> {
    const answer = await this.#ask('review_payment', { p_payment_id: payment, p_decision: 'approved' })
    if (answer && 'refusal' in answer && answer.refusal.code === 'seats_lost') {
      await this.#reassign(payment)
      await this.#ask('review_payment', { p_payment_id: payment, p_decision: 'approved' })
    } else if (this.#random.once(6)) {
      await this.#reassign(payment)
    }
  }

  /** Assigns a payment any free seats; half of the attempts collide. */
  async #reassign(payment: string): Promise<void> {
    const { sale, place } = this.#storm
    const lines = await sale.sql<{ id: string; quantity: number }[]>`
      select ticket_category_id as id, quantity from public.payment_lines
      where payment_id = ${payment} and ticket_category_id is not null`
    const wanted: Line[] = lines.map(({ id, quantity }) => {
      const seats = place.categories.find((one) => one.id === id)!.seats
      const first = this.#random(seats)
      return {
        ticket_category_id: id,
        seats: Array.from({ length: quantity }, (_, n) => gridSeat((first + n) % seats)),
      }
    })
    const p_lines = this.#storm.sent(wanted)
    if (wanted.length > 0) await this.#ask('reassign_seats', { p_payment_id: payment, p_lines })
  }

  async #revoke(): Promise<void> {
    const tickets = await this.#storm.sale.sql<{ id: string }[]>`
      select id from public.user_tickets where revoked_at is null order by code limit ${1 + this.#random(2)}`
    if (tickets.length === 0) return
    await this.#ask('revoke_tickets', { p_ticket_ids: tickets.map((one) => one.id), p_reason: 'Double payment' })
  }

  async #edit(): Promise<void> {
    const { sale, place } = this.#storm
    const { id } = this.#random.pick(place.categories)
    const [row] = await sale.sql<{ tickets_sold: number; total_tickets: number; price: string }[]>`
      select tickets_sold, total_tickets, price from public.ticket_categories where id = ${id}`
    if (!row) return
    const changes: Record<string, unknown>[] = [
      { tickets_sold: Math.min(row.total_tickets, row.tickets_sold + 2) },
      { tickets_sold: Math.max(0, row.tickets_sold - 3) },
      { price: 500 + this.#random(900) },
      { total_tickets: row.total_tickets + 1 },
      { name: `Renamed ${this.#random(1000)}` },
    ]
    await this.#storm.edit(this.#admin, id, this.#random.pick(changes))
  }

  async #move(): Promise<void> {
    const event = this.#storm.place.events[0]!
    const date = new Date(Date.now() + (40 + this.#random(300)) * 86_400_000).toISOString()
    await this.#ask('move_event', { p_event_id: event, p_date: date })
  }

  async #cancel(): Promise<void> {
    await this.#ask('cancel_event', { p_event_id: this.#storm.place.events.at(-1)!, p_reason: 'Rain' })
  }

  async #ask(name: string, args: Record<string, unknown>) {
    return this.#storm.ask(this.#admin, name, args)
  }
}
