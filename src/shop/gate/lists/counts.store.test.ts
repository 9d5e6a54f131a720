import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BINA, freshDevice, page } from '../../../../tests/support/device/device.ts'
import { pass } from '../../../../tests/support/device/time.ts'
import { GATE_EVENT as EVENT, newScan as scan, rosterTicket } from '../../../../tests/support/gate/gate-scan.ts'
import type { GateCount } from './counts.store.ts'
import { ticketRow } from './roster.ts'
import type { GateListRow } from '../gate-rows.ts'

const OTHER = 'eeeeeeee-0000-4000-8000-000000000002'

let scans: typeof import('../scans/scans.store.ts')
let counts: GateCount[]
let stop: () => void
let rowsRead: Record<string, number>

const list = (eventId: string): GateListRow =>
  ({
    eventId,
    ownerId: BINA,
    event: { id: eventId, name: 'Raat', date: '2026-11-22T14:00:00Z', status: 'upcoming' },
    listAt: 1,
    since: '1',
    expected: 2_000,
    admitted: 0,
  }) as unknown as GateListRow
const ticket = (id: string, eventId = EVENT) => ticketRow(rosterTicket(['A1', 'A2'], { id, eventId }), 1)

freshDevice(BINA)
beforeEach(async () => {
  scans = await import('../scans/scans.store.ts')
  const store = await page.store.openStore()
  await store.table('gateLists').putAll([list(EVENT), list(OTHER)])
  const tickets = Array.from({ length: 300 }, (_, n) => ticket(`t${n}`))
  await store.table('gateTickets').putAll([...tickets, ticket('o1', OTHER)])
  rowsRead = {}
  const table = store.table.bind(store)
  vi.spyOn(store, 'table').mockImplementation(((noun: 'gateScans') => {
    const real = table(noun)
    const count = (rows: number) => (rowsRead[noun] = (rowsRead[noun] ?? 0) + rows)
    return {
      ...real,
      getMany: (keys: readonly string[]) => (count(keys.length), real.getMany(keys)),
      where: (index: string, values: readonly string[]) =>
        real.where(index, values).then((rows) => (count(rows.length), rows)),
    }
  }) as never)
  const { watchGateCounts } = await import('./counts.store.ts')
  stop = watchGateCounts([EVENT, OTHER]).subscribe((next) => (counts = next))
  await pass(50)
})
afterEach(() => stop())

const admitted = async (): Promise<number[]> => {
  await pass(50)
  return counts.map((one) => one.admitted)
}

it('admitted seats include every scan of this device: admissions, repeats, undos, other events', async () => {
  expect(await admitted()).toEqual([0, 0])
  const first = await scans.commitScan(scan('t1'))
  await scans.commitScan(scan('t1'))
  expect(await admitted()).toEqual([1, 0])
  await scans.commitScan(scan('t1', { seats: ['A2'] }))
  await scans.commitScan(scan('o1', { eventId: OTHER, seats: ['A1', 'A2'] }))
  expect(await admitted()).toEqual([2, 2])
  await scans.commitScan(scan('t2'))
  await scans.commitScan(scan('t2', { verdict: 'ALREADY IN', seats: [] }))
  expect(await admitted()).toEqual([3, 2])
  const store = await page.store.openStore()
  const again = (await scans.scansOfTicket('t1')).find((one) => one.id !== first.id && one.seats[0] === 'A1')!
  for (const one of [first, again]) await scans.commitScan(scan('t1', { verdict: 'UNDO', seats: [], undoes: one.id }))
  expect(await admitted()).toEqual([2, 2])
  expect(counts.map((one) => one.expected)).toEqual([2_000, 2_000])
  await store.table('gateScans').clear()
  expect(await admitted()).toEqual([0, 0])
})

it('admitted seats need one scan and one ticket to be read per scan, however many wait', async () => {
  for (let n = 0; n < 299; n += 1) await scans.commitScan(scan(`t${n}`))
  expect(await admitted()).toEqual([299, 0])
  rowsRead = {}
  await scans.commitScan(scan('t299'))
  expect(await admitted()).toEqual([300, 0])
  expect(rowsRead.gateScans).toBeLessThan(5)
  expect(rowsRead.gateTickets).toBeLessThan(5)
})
