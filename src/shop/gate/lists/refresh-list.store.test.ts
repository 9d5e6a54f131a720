import { beforeEach, expect, it } from 'vitest'
import { ASHA, backend, freshDevice, page, restart } from '../../../../tests/support/device/device.ts'

const EVENT = 'eeeeeeee-0000-4000-8000-000000000001'
const TICKETS = 6_000
const PAGE = 5_000
/** Stored in one transaction. */
const PART = 1_000
const START = Date.parse('2026-11-20T10:00:00Z')

interface Row {
  id: string
  name: string
  category: string
  seats: string[]
  state: string
  reason?: string
  changed: number
}
interface Asked {
  p_after: string | null
  p_since: string | null
  p_rows?: number
}

let lists: typeof import('./refresh-list.store.ts')
let rows: Row[]
let gone: { id: string; changed: number }[]
let asked: Asked[]
let answered: Asked[]
/** Roster requests from this number on fail; counted from 1. */
let lostFrom: number | null
let isForbidden: boolean
let serverAt: number

const id = (n: number): string => `${String(n).padStart(8, '0')}-0000-4000-8000-000000000000`

function roster({ p_after, p_since, p_rows = 1_000 }: Asked): [number, unknown] {
  serverAt += 1_000
  const since = p_since === null ? null : Date.parse(p_since)
  const found = rows.filter((row) => (p_after === null || row.id > p_after) && (since === null || row.changed >= since))
  const some = found.slice(0, p_rows)
  const answer = {
    at: new Date(serverAt).toISOString(),
    event: { id: EVENT, name: 'Asha Rao, Pune', date: '2026-11-20T14:00:00Z', status: 'scheduled' },
    categories: { c1: 'Gold' },
    rows: some.map(({ changed: _, ...row }) => row),
    gone: since === null ? [] : gone.filter((one) => one.changed >= since).map((one) => one.id),
    total: p_after === null && p_since === null ? rows.length : null,
    next: found.length > p_rows ? some.at(-1)!.id : null,
    next_since: new Date(serverAt - 120_000).toISOString(),
  }
  return [200, answer]
}

freshDevice(ASHA)
beforeEach(async () => {
  rows = Array.from({ length: TICKETS }, (_, n) => ({
    id: id(n),
    name: 'Farah N.',
    category: 'c1',
    seats: [`A${n + 1}`],
    state: 'valid',
    changed: START - 86_400_000,
  }))
  gone = []
  asked = []
  answered = []
  lostFrom = null
  isForbidden = false
  serverAt = START
  backend.own = ({ path, body }) => {
    const at = '2026-11-21T14:00:00Z'
    const keys = { keys: [{ number: 1, key: 'ab'.repeat(32) }], withdrawn: [] }
    if (path.includes('/rpc/gate_key')) return [200, { event_id: EVENT, ...keys, opens_at: at, closes_at: at }]
    if (!path.includes('/rpc/gate_roster')) return null
    const { p_after = null, p_since = null, p_rows } = body as Partial<Asked>
    asked.push({ p_after, p_since, p_rows })
    if (lostFrom !== null && asked.length >= lostFrom) throw new TypeError('fetch failed')
    if (isForbidden) return [403, { code: 'PT403', message: 'forbidden', details: '', hint: '' }]
    answered.push(asked.at(-1)!)
    return roster(asked.at(-1)!)
  }
  lists = await import('./refresh-list.store.ts')
})

const list = async () => (await (await import('./lists.store.ts')).readGateLists())[0]
const onDevice = async () => (await page.store.table('gateTickets')).all()

it('a large list downloads in pages, resumes after an interruption, then fetches only changes', async () => {
  lostFrom = 2
  const loaded: (number | undefined)[] = []
  const { watchGateLists } = await import('./lists.store.ts')
  const stop = watchGateLists().subscribe(([row]) => loaded.push(row?.download?.loaded))
  expect((await lists.refreshGateList(EVENT)).ok).toBe(false)
  expect(await list()).toMatchObject({
    listAt: null,
    tickets: PAGE,
    download: { after: id(PAGE - 1), loaded: PAGE, total: TICKETS },
  })
  stop()
  // It is stored in parts: who scans meanwhile waits for one of them.
  const steps = [...new Set(loaded)].filter((n) => n !== undefined)
  expect(steps.length).toBeGreaterThan(1)
  expect(steps.every((n) => n % PART === 0)).toBe(true)

  // An hour later, after a restart; a ticket of the first page was revoked meanwhile.
  await restart()
  serverAt += 3_600_000
  rows[5] = { ...rows[5]!, state: 'revoked', reason: 'Charged back', changed: serverAt }
  lists = await import('./refresh-list.store.ts')
  lostFrom = null
  expect(await lists.refreshGateList(EVENT)).toEqual({ ok: true, value: null })
  const ofWhole = answered.filter((one) => one.p_since === null).map((one) => one.p_after)
  const pages = Array.from({ length: Math.ceil(TICKETS / PAGE) }, (_, n) => (n === 0 ? null : id(n * PAGE - 1)))
  expect(ofWhole).toEqual(pages)
  expect(asked.every((one) => one.p_rows === PAGE)).toBe(true)
  expect((await onDevice()).length).toBe(TICKETS)
  expect((await onDevice()).find((row) => row.id === id(5))).toMatchObject({
    state: 'revoked',
    reason: 'Charged back',
  })
  expect(await list()).toMatchObject({ tickets: TICKETS, expected: TICKETS - 1, download: null, listAt: serverAt })
  const { bytes } = (await list())!
  expect(bytes).toBeGreaterThan(TICKETS * 200)

  // A delta: one ticket sold, one moved, one order line that became a ticket.
  serverAt += 600_000
  rows.push({ ...rows[0]!, id: id(TICKETS), seats: ['B1'], changed: serverAt })
  rows[9] = { ...rows[9]!, seats: ['B2', 'B3'], changed: serverAt }
  gone.push({ id: id(11), changed: serverAt })
  asked = []
  expect((await lists.refreshGateList(EVENT)).ok).toBe(true)
  expect(asked).toHaveLength(1)
  expect(Date.parse(asked[0]!.p_since!)).toBeGreaterThan(START + 3_000_000)
  expect(await list()).toMatchObject({ tickets: TICKETS, expected: TICKETS, listAt: serverAt })
  const wipe = await import('./wipe.store.ts')
  await wipe.removeGateLists([EVENT])
  expect([await onDevice(), await list()]).toEqual([[], undefined])
})

it('a large list is as old as its first page if later changes cannot be fetched', async () => {
  rows = rows.slice(0, 2 * PART)
  lostFrom = 2
  expect((await lists.refreshGateList(EVENT)).ok).toBe(false)
  expect(await list()).toMatchObject({ tickets: 2 * PART, download: null, listAt: START + 1_000 })
})

it('a large list is deleted when the person may no longer see it', async () => {
  rows = rows.slice(0, 10)
  await lists.refreshGateList(EVENT)
  expect((await list())?.tickets).toBe(10)
  isForbidden = true
  expect(await lists.refreshGateList(EVENT)).toMatchObject({ ok: false, failure: { code: 'forbidden' } })
  expect([await onDevice(), await list()]).toEqual([[], undefined])
})
