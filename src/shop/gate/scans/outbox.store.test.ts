import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ASHA, BINA, backend, freshDevice, page, signIn } from '../../../../tests/support/device/device.ts'
import { pass } from '../../../../tests/support/device/time.ts'
import { GATE_EVENT as EVENT, newScan as scan } from '../../../../tests/support/gate/gate-scan.ts'
import type { GateScanRow } from '../gate-rows.ts'

interface Sent {
  id: string
  ticket_id: string
  scanned_by?: string
  scanned_at: string
  sent_at: string
}

let scans: typeof import('./scans.store.ts')
let outbox: typeof import('./outbox.store.ts')
let sync: typeof import('../sync.store.ts')
/** Requests in order; `answer` decides the response. */
let batches: Sent[][]
let answer: (rows: Sent[]) => [status: number, body: unknown] | null

const accept = (
  rows: Sent[],
  turnBack: (row: Sent) => boolean = () => false,
  refusal = { code: 'invalid', field: 'seats' },
): [number, unknown] => [
  200,
  {
    at: new Date().toISOString(),
    conflicts: [],
    answers: rows.map((row, index) =>
      turnBack(row)
        ? { index, id: row.id, ok: false, ...refusal }
        : { index, id: row.id, ok: true, corrected_at: row.scanned_at, problem: null },
    ),
  },
]

freshDevice(ASHA)
beforeEach(async () => {
  batches = []
  answer = () => null
  backend.own = ({ path, body }) => {
    if (!path.includes('/rpc/record_scans')) return null
    const rows = (body as { p_scans: Sent[] }).p_scans
    batches.push(rows)
    return answer(rows) ?? accept(rows)
  }
  scans = await import('./scans.store.ts')
  outbox = await import('./outbox.store.ts')
  sync = await import('../sync.store.ts')
})

const boom = { message: 'boom', code: 'XX000' }
const stored = async (): Promise<GateScanRow[]> => (await page.store.table('gateScans')).all()
const states = async () => (await stored()).map((row) => [row.ticketId, row.state]).sort()
const turnedBack = async () => (await page.watch.readOnce(scans.watchUnsentScans())).refused.map((row) => row.ticketId)
const unsent = (): Promise<number> => page.session.unsentScansOf(ASHA)

describe('scans', () => {
  it('are saved before commitScan() resolves and sent in batches, oldest first', async () => {
    for (let n = 0; n < 250; n++) {
      vi.setSystemTime(Date.now() + 1)
      await scans.commitScan(scan(`t${n}`))
    }
    expect(await unsent()).toBe(250)
    expect(await outbox.drainScans()).toBeNull()
    expect(batches.map((rows) => rows.length)).toEqual([outbox.SCANS_AT_ONCE, 50])
    const times = batches.flat().map((row) => Date.parse(row.scanned_at))
    expect(times).toEqual([...times].sort((a, b) => a - b))
    expect(await unsent()).toBe(0)
  })

  it('are sent again under the same id after a lost response', async () => {
    await scans.commitScan(scan('t1'))
    backend.fail('lost-after', 'record_scans')
    expect((await outbox.drainScans())?.code).toBe('unreachable')
    expect(await unsent()).toBe(1)
    expect(await outbox.drainScans()).toBeNull()
    expect(batches.map((rows) => rows[0]!.id)).toEqual([batches[0]![0]!.id, batches[0]![0]!.id])
    expect(await unsent()).toBe(0)
  })

  it('are marked when refused and do not block others', async () => {
    const bad = await scans.commitScan(scan('bad'))
    await scans.commitScan(scan('good'))
    answer = (rows) => accept(rows, (row) => row.id === bad.id)
    expect(await outbox.drainScans()).toBeNull()
    expect(Object.fromEntries(await states())).toEqual({ bad: 'refused', good: 'sent' })
    await outbox.drainScans()
    expect(batches).toHaveLength(1)
  })

  it('wait when the session is refused', async () => {
    await scans.commitScan(scan('t1'))
    answer = () => [401, { message: 'JWT expired', code: 'PGRST303' }]
    backend.fail({ status: 400, body: { error_code: 'refresh_token_not_found' } }, '/auth/v1/token', 5)
    const failure = await outbox.drainScans()
    expect(failure?.code).toBe('signed_out')
    expect((await stored()).map((row) => row.state)).toEqual(['waiting'])
  })
})

it(
  'a server that answers 500 for two minutes gets few requests from a gate with 1,000 scans and loses none',
  { timeout: 120_000 },
  async () => {
    const setup = await import('../setup.store.ts')
    await setup.saveGateSetup({ gate: 'Gate B', eventIds: [EVENT], open: true })
    const made = await scans.commitScan(scan('t0'))
    const table = await page.store.table('gateScans')
    await table.putAll(Array.from({ length: 999 }, (_, n) => ({ ...made, id: `${made.id}-${n}` })))
    answer = () => [500, boom]
    const stop = sync.gateSync().subscribe(() => undefined)
    for (let second = 0; second < 120; second += 1) {
      sync.sendScansSoon()
      await pass(1_000)
    }
    expect(batches.length).toBeGreaterThan(3)
    expect(batches.length).toBeLessThan(40)
    expect(await unsent()).toBe(1_000)
    stop()
  },
)

it('a scan of a pass is sent with the number and issue of the code, by which the server knows whose it was', async () => {
  await scans.commitScan(scan('t1', { pass: { number: 2, issue: 3 } }))
  await scans.commitScan(scan('t2'))
  expect(await outbox.drainScans()).toBeNull()
  const sent = (ticketId: string) => batches.flat().find((row) => row.ticket_id === ticketId)
  expect(sent('t1')).toMatchObject({ pass: 2, issue: 3 })
  expect(sent('t2')).not.toHaveProperty('pass')
})

describe('the time of a scan', () => {
  it('is corrected by the offset at the scan, not the one at sending', () => {
    const row = { scannedAt: 1_000_000, offset: 60_000, offsetSure: true, after: null } as GateScanRow
    expect(outbox.toSend(row, 0).scannedAt).toBe(1_060_000)
    expect(outbox.toSend(row, 60_000).scannedAt).toBe(1_000_000)
    expect(outbox.toSend({ ...row, offset: null }, 60_000).scannedAt).toBe(1_000_000)
  })

  const DAY_MS = 86_400_000
  it.each([3, -3])('is not corrected by the offset of an earlier start: phone restarted %i days wrong', (days) => {
    const now = Date.now()
    // Scanned a minute ago with the wrong clock, judged by a list ten minutes old.
    const row = { scannedAt: now - 60_000, offset: 0, offsetSure: false, after: now - days * DAY_MS - 600_000 }
    expect(outbox.toSend(row as GateScanRow, -days * DAY_MS).scannedAt).toBe(now - 60_000)
  })

  it.each([3, -3])('is corrected for a clock that was %i days wrong and was set since', (days) => {
    const now = Date.now()
    const row = {
      scannedAt: now + days * DAY_MS - 60_000,
      offset: -days * DAY_MS,
      offsetSure: false,
      after: now - 600_000,
    }
    expect(outbox.toSend(row as GateScanRow, 0).scannedAt).toBe(now - 60_000)
  })
})

describe('signing out', () => {
  it('counts unsent scans, keeps them on request, and lets no other person send them', async () => {
    await scans.commitScan(scan('t1'))
    expect(await page.session.unsentOf(ASHA)).toBe(1)
    await page.session.leave(true)
    await signIn(BINA)
    await page.session.eraseOthers(BINA)
    expect(await outbox.drainScans()).toBeNull()
    expect(batches).toEqual([])
    await page.session.leave(false)
    await signIn(ASHA)
    await outbox.drainScans()
    expect(batches.flat()).toHaveLength(1)
  })

  const binaPrepares = async () => {
    await signIn(BINA)
    await page.session.eraseOthers(BINA)
    await (await page.store.table('gateLists')).put({ eventId: EVENT, ownerId: BINA, listAt: 1 } as never)
  }

  it('keeps scans that staff of the same event send later, with their maker', async () => {
    await scans.commitScan(scan('t1'))
    await scans.commitScan(scan('t2', { eventId: 'eeeeeeee-0000-4000-8000-000000000009' }))
    await page.session.leave(true)
    await binaPrepares()
    await scans.commitScan(scan('t3'))
    let waiting = -1
    const stop = scans.watchUnsentScans().subscribe((unsent) => (waiting = unsent.waiting))
    await vi.waitFor(() => expect(waiting).toBe(2))
    expect(await outbox.drainScans()).toBeNull()
    expect(
      batches
        .flat()
        .map((row) => [row.ticket_id, row.scanned_by])
        .sort(),
    ).toEqual([
      ['t1', ASHA],
      ['t3', undefined],
    ])
    await vi.waitFor(() => expect(waiting).toBe(0))
    stop()
    // Sent scans count on the device until a list contains them.
    await page.session.eraseOthers(BINA)
    const left = (await stored()).map((row) => [row.ticketId, row.state, row.ownerId])
    expect(left.sort()).toEqual([
      ['t1', 'sent', BINA],
      ['t2', 'waiting', ASHA],
      ['t3', 'sent', BINA],
    ])
  })

  it('leaves scans that the next person may not send to their owner', async () => {
    const made = await scans.commitScan(scan('t1'))
    await page.session.leave(true)
    await binaPrepares()
    answer = (rows) => accept(rows, () => true, { code: 'forbidden', field: 'event_id' })
    expect(await outbox.drainScans()).toBeNull()
    expect((await stored()).map((row) => [row.id, row.state, row.ownerId])).toEqual([[made.id, 'waiting', ASHA]])
  })

  it('while scans are being sent still stops the next person from admitting them again', async () => {
    await scans.commitScan(scan('t1'))
    const answered = backend.hold('record_scans')
    const sent = outbox.drainScans()
    await answered.arrived
    await page.session.leave(true)
    await binaPrepares()
    // Bina's list was requested before the server had Asha's scan; the answer to the scan comes now.
    answered.release()
    expect(await sent).toBeNull()
    await page.session.eraseOthers(BINA)
    expect((await stored()).map((row) => [row.ticketId, row.state])).toEqual([['t1', 'sent']])
  })

  it('deletes lists, keys and tickets', async () => {
    const list = { eventId: EVENT, ownerId: ASHA }
    await (await page.store.table('gateLists')).put(list as never)
    await (await page.store.table('gateTickets')).put({ id: 't1', eventId: EVENT, terms: ['a1'] } as never)
    await scans.commitScan(scan('t1'))
    await page.session.leave(false)
    expect(await (await page.store.table('gateLists')).all()).toEqual([])
    expect(await (await page.store.table('gateTickets')).all()).toEqual([])
    expect(await stored()).toEqual([])
  })
})

describe('a refused scan', () => {
  beforeEach(async () => {
    answer = (rows) => accept(rows, () => true)
    await scans.commitScan(scan('t1'))
    expect(await outbox.drainScans()).toBeNull()
    expect(await turnedBack()).toEqual(['t1'])
  })

  it('is mentioned at sign-out, hidden from others, and sent again when its owner opens the gate', async () => {
    expect(await page.session.unsentOf(ASHA)).toBe(1)
    expect(await page.session.turnedBackScansOf(ASHA)).toBe(1)
    await page.session.leave(true)
    await signIn(BINA)
    await page.session.eraseOthers(BINA)
    expect(await turnedBack()).toEqual([])
    expect(await page.session.unsentOf(BINA)).toBe(0)

    await page.session.leave(false)
    await signIn(ASHA)
    expect(await turnedBack()).toEqual(['t1'])
    answer = () => null
    const stop = sync.gateSync().subscribe(() => undefined)
    await vi.waitFor(async () => expect(await states()).toEqual([['t1', 'sent']]))
    stop()
  })

  it('is deleted at sign-out if its owner wants that', async () => {
    await page.session.leave(false)
    expect(await states()).toEqual([])
  })

  it('is not resent in every round after another refusal', async () => {
    const stop = sync.gateSync().subscribe(() => undefined)
    await pass(60_000)
    stop()
    expect(batches.map((rows) => rows.map((row) => row.ticket_id))).toEqual([['t1'], ['t1']])
    expect(await turnedBack()).toEqual(['t1'])
  })
})

it('sends scans without a list from the page that prepares a gate', async () => {
  await scans.commitScan(scan('t1'))
  backend.fail('lost-before', 'record_scans', 99)
  expect((await outbox.drainScans())?.code).toBe('unreachable')
  const stop = sync.startScanSending()
  await pass(5_000)
  backend.faults = []
  await pass(90_000)
  expect(await states()).toEqual([['t1', 'sent']])
  stop()
})

it('two loops that send do not end each other: a scan goes soon while one of them runs', async () => {
  const preparing = sync.startScanSending()
  const stop = sync.gateSync().subscribe(() => undefined)
  await pass(1_000)
  preparing()
  await scans.commitScan(scan('t1'))
  sync.sendScansSoon()
  await pass(1_000)
  expect(await states()).toEqual([['t1', 'sent']])
  stop()
})
