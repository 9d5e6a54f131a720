import type { OtherScan, ScanConflict } from './scan-answers.ts'
import { gateTrouble, type ScanProblem } from '../gate-watch.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import type { GateProblemRow } from '../gate-rows.ts'
import { openStore } from '#shop/device/store.ts'

const sideOf = ({ scanId, gate, at, device, person }: OtherScan) => ({ scanId, gate, at, device, person })

export const problemOfConflict = (one: ScanConflict, heardAt: number): GateProblemRow => ({
  key: `${one.seat}:${one.first.scanId}:${one.later.scanId}`,
  eventId: one.eventId,
  kind: 'conflict',
  seats: [one.seat],
  ticketId: one.later.ticketId,
  first: sideOf(one.first),
  later: sideOf(one.later),
  heardAt,
  seen: false,
})

const newsOfProblem = (one: ScanProblem, heardAt: number): GateProblemRow => ({
  key: `${one.problem}:${one.scanId}`,
  eventId: one.eventId,
  kind: one.problem,
  seats: one.seats,
  ticketId: one.ticketId,
  first: sideOf(one),
  later: null,
  heardAt,
  seen: false,
})

/** Fetches conflicts and problems of an event: new ones are unseen, undone ones are deleted. Needs the list. */
export async function refreshGateProblems(eventId: string): Promise<Result<null>> {
  const answer = await gateTrouble(eventId)
  if (!answer.ok) return answer
  const { conflicts, problems } = answer.value
  const heard = [
    ...conflicts.map((one) => problemOfConflict(one, Date.now())),
    ...problems.map((one) => newsOfProblem(one, Date.now())),
  ]
  const store = await openStore()
  await store.transact(['gateNews', 'gateLists'], async () => {
    if (!(await store.table('gateLists').get(eventId))) return
    const known = new Map((await store.table('gateNews').where('eventId', [eventId])).map((row) => [row.key, row]))
    const now = new Set(heard.map((row) => row.key))
    await store.table('gateNews').remove([...known.keys()].filter((key) => !now.has(key)))
    await store.table('gateNews').putAll(heard.filter((row) => !known.has(row.key)))
  })
  return ok(null)
}
