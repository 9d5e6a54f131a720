import type { PassRecord } from './pass-record.ts'
import type { PassShop } from './pass-shop.ts'

interface Brief {
  scan_id: string
  person: string | null
  gate: string
}
interface Trouble {
  conflicts: { seat: string; first: Brief; later: Brief }[]
  problems: (Brief & { problem: string; seats: string[] })[]
  conflict_count: number
  problem_count: number
}
interface Counters {
  expected: number
  admitted: number
  conflicts: number
  problems: number
  gates: { gate: string; admitted: number }[]
}

/** Compares what the server and both gates know after a schedule with what happened. */
export async function faultsOfBooks(shop: PassShop, record: PassRecord): Promise<string[]> {
  const { order, gates, people } = record
  const faults: string[] = []
  const same = (what: string, found: unknown, wanted: unknown): void => {
    const [a, b] = [JSON.stringify(found), JSON.stringify(wanted)]
    if (a !== b) faults.push(`${what}: ${a}, expected ${b}`)
  }
  const ask = async <T>(name: string): Promise<T> => {
    const outcome = await shop.call<T>(shop.staff[0], name, { p_event_id: order.eventId })
    if ('refusal' in outcome) throw new Error(outcome.refusal.code)
    return outcome.answer
  }
  const trouble = await ask<Trouble>('gate_trouble')
  const counters = await ask<Counters>('gate_counters')
  const live = order.seats.flatMap((seat) => record.live(seat))
  const doubles = order.seats.map((seat) => record.live(seat)).filter((all) => all.length > 1)

  same('People who are in', counters.admitted, 4)
  same('expected', counters.expected, 4)
  same(
    'in by gates',
    counters.gates.reduce((sum, one) => sum + one.admitted, 0),
    4,
  )
  const admitted = await shop.database.query<{ seat: string; scan_id: string }>(
    'select seat, scan_id from private.admitted_seats where event_id = $1',
    [order.eventId],
  )
  same('Admissions', admitted.map((one) => `${one.seat} ${one.scan_id}`).sort(), live.map(keyOf).sort())

  // Each double names both people.
  const more = doubles.reduce((sum, all) => sum + all.length - 1, 0)
  same('Doubles', [trouble.conflicts.length, trouble.conflict_count, counters.conflicts], [more, more, more])
  const nameOf = new Map(live.map((one) => [keyOf(one), `${one.code.person}, ${one.gate.name}`]))
  for (const { seat, first, later } of trouble.conflicts)
    for (const side of [first, later])
      same(`A double of ${seat}`, `${side.person}, ${side.gate}`, nameOf.get(`${seat} ${side.scan_id}`))
  for (const all of doubles) {
    const named = trouble.conflicts.filter((one) => one.seat === all[0]!.seat)
    const scans = new Set(named.flatMap(({ first, later }) => [first.scan_id, later.scan_id]))
    same('The scans of a double', [...scans].sort(), all.map((one) => one.scanId).sort())
  }

  await compareProblems()
  await compareHistory()
  for (const gate of gates) {
    const news = await gate.news()
    const keys = news.map((one) => `${one.kind} ${one.first.person} ${one.later?.person ?? ''} ${one.seats.join()}`)
    const wanted = [
      ...trouble.conflicts.map((one) => `conflict ${one.first.person} ${one.later.person} ${one.seat}`),
      ...trouble.problems.map((one) => `${one.problem} ${one.person}  ${one.seats.join()}`),
    ]
    same(`Warnings of ${gate.name}`, keys.sort(), wanted.sort())
    same(`In, by the list of ${gate.name}`, await gate.listedAsIn(), 4)
  }
  return faults

  /** An admission by the code of who gave the pass away is a problem, and nothing else is. */
  async function compareProblems(): Promise<void> {
    const given = await shop.database.query<{ number: number; first_issue: number; ended: number }>(
      `select number, first_issue, (extract(epoch from ended_at) * 1000)::double precision as ended
       from public.pass_transfers where ticket_id = $1 and outcome = 'accepted'`,
      [order.ticketId],
    )
    same('Hand-overs', given.length, people.voidings.filter((one) => one.isHandOver).length)
    const flagged = new Map(trouble.problems.map((one) => [one.scan_id, one]))
    for (const one of live) {
      const { pass, issue, person } = one.code
      const since = given.filter((each) => each.number === pass && each.first_issue > issue).map((each) => each.ended)
      const problem = flagged.get(one.scanId)
      flagged.delete(one.scanId)
      // The time of a scan is corrected by as long as its request took.
      if (problem === undefined && Math.min(...since) < one.at) faults.push(`No problem of ${person}’s void code`)
      if (problem !== undefined) {
        same('A problem', [problem.problem, problem.person], ['void_code', person])
        if (since.length === 0) faults.push(`A problem of a valid code of ${person}`)
        record.count('void code let in, and flagged')
      }
    }
    same('Other problems', [...flagged.values()], [])
  }

  /** Every scan of both gates is in the history as it was made. */
  async function compareHistory(): Promise<void> {
    const rows = await shop.database.query<{ id: string; what: string }>(
      `select id, verdict || ' ' || array_to_string(seats, ',') || ' ' || coalesce(pass || '.' || issue, '') || ' ' || gate as what
       from public.ticket_scans where event_id = $1`,
      [order.eventId],
    )
    const made = (await Promise.all(gates.map((gate) => gate.scans()))).flat()
    same('Scans not sent', made.filter((one) => one.state !== 'sent' && one.state !== 'settled').length, 0)
    const kept = made.map(
      (one) =>
        `${one.id} ${one.verdict} ${one.seats.join()} ${one.pass ? `${one.pass.number}.${one.pass.issue}` : ''} ${one.gate}`,
    )
    same('The history', rows.map((row) => `${row.id} ${row.what}`).sort(), kept.sort())
  }
}

const keyOf = ({ seat, scanId }: { seat: string; scanId: string }): string => `${seat} ${scanId}`
