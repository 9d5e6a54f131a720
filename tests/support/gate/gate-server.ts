import type { Call } from '../device/fake-backend.ts'

/** A gate's server whose requests arrive and are answered when the test says so, in any order, or never. */
interface Ticket {
  id: string
  seats: string[]
}
interface Recorded {
  id: string
  ticket_id: string
  seats: string[]
  undoes: string | null
  turn: number
}
interface Pending {
  answer: (() => Response) | null
  arrive: () => Response
  resolve: (response: Response) => void
  reject: (error: Error) => void
}

const ROWS_A_PAGE = 2
const EPOCH_MS = Date.parse('2026-11-01T00:00:00Z')

export class GateServer {
  readonly eventId: string
  readonly tickets: Ticket[]
  readonly scans = new Map<string, Recorded>()
  pending: Pending[] = []
  open = true
  private turn = 0

  constructor(eventId: string, tickets: Ticket[]) {
    this.eventId = eventId
    this.tickets = tickets
  }

  answer(call: Call): Promise<Response> | null {
    const name = /\/rpc\/(gate_key|gate_roster|record_scans)/.exec(call.path)?.[1]
    if (!name) return null
    const body = (call.body ?? {}) as Record<string, unknown>
    const arrive = (): Response => {
      this.turn += 1
      if (name === 'gate_key') return this.key()
      if (name === 'gate_roster') return this.roster(body)
      return this.record(body.p_scans as Omit<Recorded, 'turn'>[])
    }
    if (this.open) return Promise.resolve(arrive())
    return new Promise((resolve, reject) => this.pending.push({ arrive, answer: null, resolve, reject }))
  }

  private key(): Response {
    return json({
      event_id: this.eventId,
      keys: [{ number: 1, key: 'ab'.repeat(32) }],
      withdrawn: [],
      opens_at: at(0),
      closes_at: '2099-01-01T00:00:00Z',
    })
  }

  private admissions(ticketId: string) {
    const all = [...this.scans.values()]
    const undone = new Set(all.map((scan) => scan.undoes))
    return all.filter((scan) => scan.ticket_id === ticketId && scan.seats.length > 0 && !undone.has(scan.id))
  }

  private roster({ p_after: after, p_since: since }: Record<string, unknown>): Response {
    const from = since ? Date.parse(since as string) : null
    const changed = (one: Ticket): boolean =>
      from === null || [...this.scans.values()].some((scan) => scan.ticket_id === one.id && instant(scan.turn) >= from)
    const found = this.tickets.filter((one) => (!after || one.id > (after as string)) && changed(one))
    const some = found.slice(0, ROWS_A_PAGE)
    const rows = some.map(({ id, seats }) => ({
      ...{ id, seats, code: id.slice(0, 9), order: `MF${id.slice(0, 8)}`, name: 'Farah N.', category: 'c1' },
      state: 'valid',
      in: this.admissions(id).map((scan) => ({ scan: scan.id, seats: scan.seats, gate: 'Gate B', at: at(scan.turn) })),
    }))
    return json({
      at: at(this.turn),
      event: { id: this.eventId, name: 'Asha Rao, Pune', date: '2026-11-20T14:00:00Z', status: 'scheduled' },
      categories: { c1: 'Gold' },
      rows,
      gone: [],
      total: from === null && !after ? this.tickets.length : null,
      next: found.length > ROWS_A_PAGE ? some.at(-1)!.id : null,
      next_since: at(this.turn),
    })
  }

  private record(rows: Omit<Recorded, 'turn'>[]): Response {
    for (const row of rows)
      if (!this.scans.has(row.id)) this.scans.set(row.id, { ...row, undoes: row.undoes ?? null, turn: this.turn })
    return json({
      at: at(this.turn),
      conflicts: [],
      answers: rows.map((row, index) => ({ index, id: row.id, ok: true, corrected_at: at(this.turn), problem: null })),
    })
  }

  arrive(which: Pending): void {
    if (which.answer) return
    const response = which.arrive()
    which.answer = () => response
  }

  deliver(which: Pending): void {
    this.arrive(which)
    this.pending = this.pending.filter((one) => one !== which)
    which.resolve(which.answer!())
  }

  lose(which: Pending): void {
    this.pending = this.pending.filter((one) => one !== which)
    which.reject(new TypeError('fetch failed'))
  }
}

const instant = (turn: number): number => EPOCH_MS + turn * 1_000
const at = (turn: number): string => new Date(instant(turn)).toISOString()
const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), { status: 200, headers: { 'content-type': 'application/json' } })

/** The modules of a gate on the page that was opened last. */
export const openGate = async () => ({
  judge: await import('../../../src/shop/gate/scans/judge.store.ts'),
  scans: await import('../../../src/shop/gate/scans/scans.store.ts'),
  outbox: await import('../../../src/shop/gate/scans/outbox.store.ts'),
  lists: await import('../../../src/shop/gate/lists/refresh-list.store.ts'),
  wipe: await import('../../../src/shop/gate/lists/wipe.store.ts'),
  counts: await import('../../../src/shop/gate/lists/counts.store.ts'),
})
