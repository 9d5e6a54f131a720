import { beforeEach, expect, it, vi } from 'vitest'
import { ASHA, BINA, backend, freshDevice, page, signIn } from '../../../../tests/support/device/device.ts'
import { GateServer, openGate } from '../../../../tests/support/gate/gate-server.ts'

const EVENT = 'eeeeeeee-0000-4000-8000-000000000001'
const TICKETS = [['A1'], ['B1', 'B2']].map((seats, n) => ({ id: `0000000${n}-0000-4000-8000-000000000000`, seats }))

let server: GateServer
let gate: Awaited<ReturnType<typeof openGate>>
let makers: Map<string, string | undefined>

freshDevice(ASHA)
beforeEach(async () => {
  server = new GateServer(EVENT, TICKETS)
  makers = new Map()
  backend.own = (call) => {
    if (call.path.includes('/rpc/record_scans'))
      for (const { id, scanned_by } of (call.body as { p_scans: { id: string; scanned_by?: string }[] }).p_scans)
        makers.set(id, scanned_by)
    return server.answer(call)
  }
  gate = await openGate()
  expect((await gate.lists.refreshGateList(EVENT)).ok).toBe(true)
})

const states = async () => (await (await page.store.table('gateScans')).all()).map((row) => row.state).sort()
async function reads(n: number): Promise<string | undefined> {
  const options = { gate: 'Gate B', eventIds: [EVENT], last: null, practice: null }
  const answer = await gate.judge.judge({ kind: 'row', ticketId: TICKETS[n]!.id, eventId: EVENT }, options)
  return answer === 'again' ? answer : answer?.decision.verdict
}
async function syncs(): Promise<void> {
  vi.setSystemTime(Date.now() + 600_000)
  expect(await page.catalogueSync.syncCatalogue()).toEqual({ ok: true, value: null })
}
async function round(): Promise<void> {
  expect(await gate.outbox.drainScans()).toBeNull()
  expect((await gate.lists.refreshGateList(EVENT)).ok).toBe(true)
}

it('a server that was restored from an earlier backup gets its lost scans again, and no one enters twice meanwhile', async () => {
  await syncs()
  const marks = [...backend.marks]
  expect(await reads(0)).toBe('ENTER')
  await round()
  expect(await states()).toEqual(['settled'])
  await syncs()

  server.scans.clear()
  backend.marks = marks
  await syncs()
  expect(await states()).toEqual(['waiting'])
  expect(await gate.lists.refreshGateList(EVENT)).toEqual({ ok: true, value: null })
  expect(await reads(0)).toBe('ALREADY IN')
  await round()
  expect([...server.scans.values()].map((scan) => scan.seats)).toEqual([['A1'], []])
  expect(await states()).toEqual(['settled', 'settled'])
  expect(await reads(0)).toBe('ALREADY IN')
  await syncs()
  expect(await states()).toEqual(['settled', 'settled', 'waiting'])
})

it('a server that was restored from an earlier backup gets the maker of a scan again that another person sent', async () => {
  await syncs()
  const marks = [...backend.marks]
  expect(await reads(0)).toBe('ENTER')
  await page.session.leave(true)
  await signIn(BINA)
  expect((await gate.lists.refreshGateList(EVENT)).ok).toBe(true)
  await round()
  expect([...makers.values()]).toEqual([ASHA])
  await syncs()

  makers.clear()
  server.scans.clear()
  backend.marks = marks
  await syncs()
  await round()
  expect([...makers.values()]).toEqual([ASHA])
  expect(server.scans.size).toBe(1)
})
