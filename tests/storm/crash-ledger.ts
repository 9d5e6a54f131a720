import { createHash } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { Picture } from '../../server/demo/picture.ts'
import { gridSeat, type Line } from '../sql-races/sale-database.ts'
import type { Customer } from '../support/server/visitor.ts'
import type { Random } from './random.ts'

/** Everything that the shop acknowledged, recorded after its answer arrived. */
export class CrashLedger {
  readonly payments = new Map<string, { id: string; reference: string; seats: string[]; customer: Customer }>()
  readonly decisions = new Map<string, { decision: 'approved' | 'rejected'; tickets: number }>()
  readonly holds: { customer: Customer; category: string; seats: string[]; expires: number }[] = []
  readonly uploads: { customer: Customer; path: string; sha256: string }[] = []
  readonly messages: string[] = []
  readonly profiles = new Map<Customer, string>()
  readonly faults: string[] = []
  /** Seats are given out once, so that customers do not compete. */
  #seat = 0
  #reference = 800_000_000_000

  get size(): number {
    const { payments, decisions, holds, uploads, messages } = this
    return payments.size + decisions.size + holds.length + uploads.length + messages.length
  }

  /** Acts as a customer until `isOver`: holds, pictures, payments, messages. Does not record what a kill cut off. */
  async live(customer: Customer, category: string, random: Random, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const order = random.uuid()
      const seats = [gridSeat2(this.#seat), gridSeat2(this.#seat + 1)]
      this.#seat += 2
      const lines: Line[] = [{ ticket_category_id: category, seats }]
      const held = await this.#call<{ expires_at: string }>(customer.client, 'hold_seats', {
        p_order_id: order,
        p_lines: lines,
      })
      if (!held) continue
      const hold = { customer, category, seats, expires: Date.parse(held.expires_at) }
      const next = random(10)
      if (next === 0) {
        this.holds.push(hold)
      } else if (next === 1) {
        await this.#call(customer.client, 'release_seats', { p_order_id: order })
        await this.#write(customer, random)
      } else {
        await this.#pay(customer, order, lines, random)
      }
    }
  }

  async decide(admin: Customer, random: Random, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const open = [...this.payments.values()].filter((payment) => !this.decisions.has(payment.id))
      if (open.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 20))
        continue
      }
      const { id } = random.pick(open)
      const decision = random.once(3) ? 'rejected' : 'approved'
      const done = await this.#call<{ tickets: unknown[] }>(admin.client, 'review_payment', {
        p_payment_id: id,
        p_decision: decision,
      })
      if (done) this.decisions.set(id, { decision, tickets: done.tickets.length })
    }
  }

  async #pay(customer: Customer, order: string, lines: Line[], random: Random): Promise<void> {
    const bytes = new Uint8Array(new Picture(24, 24, [random(256), random(256), random(256)]).toPng())
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const path = `${customer.id}/1764000000000-${order}.png`
    const stored = await customer.client.storage.from('payments').upload(path, bytes, { contentType: 'image/png' })
    if (!stored.error) this.uploads.push({ customer, path, sha256 })
    const reference = String((this.#reference += 1))
    const sent = await this.#call<{ payment_id: string }>(customer.client, 'submit_payment', {
      p_order_id: order,
      p_transaction_id: reference,
      p_amount: 1240,
      p_screenshot_path: path,
      p_lines: lines,
      p_screenshot_sha256: sha256,
    })
    if (!sent) return
    this.payments.set(order, { id: sent.payment_id, reference, seats: lines[0]!.seats, customer })
  }

  async #write(customer: Customer, random: Random): Promise<void> {
    const id = random.uuid()
    const p_message = { id, name: 'X', email: customer.email, topic: 'payment', message: 'Where is it?' }
    if (await this.#call(customer.client, 'send_contact_message', { p_message })) this.messages.push(id)
  }

  /** Returns the answer; null without one or when refused. Refusals that the load causes are no faults. */
  async #call<T = unknown>(client: SupabaseClient, name: string, args: Record<string, unknown>): Promise<T | null> {
    const { data, error, status } = await client.rpc(name, args)
    if (!error) return data as T
    // Status 0: the server was killed.
    if (status === 0 || ['already_decided', 'too_many', 'seats_lost', 'transaction_used'].includes(error.message))
      return null
    this.faults.push(`${name} answered ${status} ${error.message}`)
    return null
  }

  async missing(admin: Customer): Promise<string[]> {
    const missing: string[] = []
    const rows = await everyRow<{ id: string; order_id: string; transaction_id: string; status: string }>(
      admin,
      'payments',
    )
    const payments = new Map(rows.map((row) => [row.order_id, row]))
    const tickets = await everyRow<{ payment_id: string }>(admin, 'user_tickets')
    const claims = await everyRow<{ payment_id: string; seat: string; user_id: string; state: string }>(
      admin,
      'seat_claims',
    )
    for (const [order, sent] of this.payments) {
      const row = payments.get(order)
      if (row?.id !== sent.id || row.transaction_id !== sent.reference) missing.push(`payment ${order}`)
      const kept = claims.filter((claim) => claim.payment_id === sent.id).map((claim) => claim.seat)
      // A rejected payment's seats are only held for a while; others stay.
      if (row?.status !== 'rejected' && sent.seats.some((seat) => !kept.includes(seat)))
        missing.push(`seats of ${order}`)
    }
    for (const [id, decided] of this.decisions) {
      const row = rows.find((one) => one.id === id)
      if (row?.status !== decided.decision) missing.push(`decision on ${id}: ${row?.status}`)
      const made = tickets.filter((ticket) => ticket.payment_id === id).length
      if (made !== decided.tickets) missing.push(`tickets of ${id}: ${made} instead of ${decided.tickets}`)
    }
    for (const hold of this.holds.filter((one) => one.expires > Date.now() + 5_000)) {
      const mine = claims.filter((claim) => claim.user_id === hold.customer.id && claim.state === 'held')
      for (const seat of hold.seats) if (!mine.some((claim) => claim.seat === seat)) missing.push(`hold of ${seat}`)
    }
    const messages = new Set((await everyRow<{ id: string }>(admin, 'contact_messages')).map((row) => row.id))
    missing.push(...this.messages.filter((id) => !messages.has(id)).map((id) => `message ${id}`))
    for (const upload of this.uploads) {
      const { data } = await upload.customer.client.storage.from('payments').download(upload.path)
      const bytes = data && new Uint8Array(await data.arrayBuffer())
      const found = bytes && createHash('sha256').update(bytes).digest('hex')
      if (found !== upload.sha256) missing.push(`picture ${upload.path}`)
    }
    return missing
  }
}

function gridSeat2(n: number): string {
  const row = Math.floor(n / 10)
  return row < 26
    ? gridSeat(n)
    : `${String.fromCharCode(64 + Math.floor(row / 26))}${gridSeat((row % 26) * 10 + (n % 10))}`
}

async function everyRow<Row>(admin: Customer, table: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let from = 0; ; from += 1000) {
    const { data, error } = await admin.client
      .from(table)
      .select('*')
      .order('created_at')
      .range(from, from + 999)
    if (error) throw new Error(`${table} cannot be read: ${error.message}`)
    rows.push(...(data as Row[]))
    if (data.length < 1000) return rows
  }
}
