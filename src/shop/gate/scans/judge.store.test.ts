import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ASHA, backend, freshDevice, page, restart, signIn } from '../../../../tests/support/device/device.ts'
import { fillDevice } from '../../../../tests/support/device/failing-store.ts'
import { GATE_EVENT as EVENT, rosterTicket } from '../../../../tests/support/gate/gate-scan.ts'
import { decodeBase45, encodeBase45 } from '#platform/text/base45.ts'
import { decodePassCode, encodePassCode, issuedBytes } from '#shop/tickets/passes/pass-code.ts'
import type { JudgeOptions } from './judge.store.ts'
import type { GateListRow, GateTicketRow } from '../gate-rows.ts'

const OTHER = 'eeeeeeee-0000-4000-8000-000000000002'
const OWNER = 'cccccccc-0000-4000-8000-000000000001'
const NOW = Date.parse('2026-11-20T10:00:00Z')
const MINUTE_MS = 60_000
const issuer = generateKeyPairSync('ed25519')
const publicKey = issuer.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex')

let judge: typeof import('./judge.store.ts').judge
let letIn: typeof import('./judge.store.ts').letIn
/** Rows that only the server has; null: no network. */
let sold: SoldTicket[] | null

const ticketId = (n: number): string => `dddddddd-0000-4000-8000-00000000000${n}`

interface Wanted {
  number?: number
  issue?: number
  eventId?: string
  by?: KeyObject
}

/** The code of a seat: of the ticket's first pass, unless told otherwise. */
function signed(n: number, seat: string, { number = 1, issue = 0, eventId = EVENT, by }: Wanted = {}): string {
  const pass = {
    ...{ keyNumber: 1, number, issue, ticketId: ticketId(n), userId: OWNER, eventId, seat, test: false, device: null },
  }
  const signature = sign(null, issuedBytes(pass), by ?? issuer.privateKey).toString('hex')
  return encodePassCode({ ...pass, signature })
}

/** With its codes, which the server alone has. */
type SoldTicket = GateTicketRow & { code: string | null; orderCode: string }

const row = (n: number, seats: string[], more: Partial<SoldTicket> = {}): SoldTicket => ({
  ...rosterTicket(seats, { id: ticketId(n), eventId: EVENT }),
  ...{ code: '7K2QX4MDE', orderCode: 'MF7K2QX4MD', terms: ['farah'], asked: 0 },
  ...more,
})

const listRow = (listAt: number): GateListRow => ({
  eventId: EVENT,
  ownerId: ASHA,
  event: { id: EVENT, name: 'Asha Rao, Pune', date: '2026-11-20T14:00:00Z', status: 'scheduled' },
  city: 'Pune',
  venue: 'Hall',
  closesAt: NOW + 86_400_000,
  categories: { c1: 'Gold' },
  keys: [{ number: 1, publicKey }],
  withdrawn: [],
  listAt,
  since: '2026-11-20T09:00:00Z',
  download: null,
  asked: 0,
  tickets: 1,
  bytes: 100,
  expected: 1,
  admitted: 0,
})

freshDevice()
beforeEach(async () => {
  sold = null
  backend.own = ({ path, body }) => {
    if (!path.includes('/rpc/gate_') && !path.includes('/rpc/find_gate_tickets')) return null
    if (sold === null) throw new TypeError('fetch failed')
    if (path.includes('find_gate_tickets')) {
      const { p_code } = body as { p_code: string }
      return [200, sold.filter((one) => one.code === p_code || one.orderCode === p_code).map(({ id }) => id)]
    }
    const at = new Date(Date.now() + backend.clockOffset).toISOString()
    const keys = { keys: [{ number: 1, key: publicKey }], withdrawn: [] }
    if (path.includes('gate_key'))
      return [200, { event_id: EVENT, ...keys, opens_at: at, closes_at: '2026-11-21T14:00:00Z' }]
    const rows = sold.map(({ id, name, ticketCategoryId, seats, passes, state, reason, admissions }) => ({
      ...{ id, name, category: ticketCategoryId, seats, state, reason },
      in: admissions.map(({ scanId, seats: inside, gate, at: when }) => ({
        ...{ scan: scanId, seats: inside, gate, at: new Date(when).toISOString() },
      })),
      passes: passes.map(({ seat, issue, from }) => [seat, issue, from]),
    }))
    const { event, categories } = listRow(0)
    return [200, { at, event, categories, rows, gone: [], total: null, next: null, next_since: at }]
  }
  ;({ judge, letIn } = await import('./judge.store.ts'))
  await signIn(ASHA)
})

/** A list on the device. */
async function prepared(ageMs: number, ...tickets: SoldTicket[]): Promise<void> {
  await (await page.store.table('gateLists')).put(listRow(NOW - ageMs))
  await (await page.store.table('gateTickets')).putAll(tickets)
}
/** The same, and a server that can be asked. */
async function online(...tickets: SoldTicket[]): Promise<void> {
  await prepared(0, ...tickets)
  sold = tickets
}
const options: JudgeOptions = { gate: 'Gate B', eventIds: [EVENT], last: null, practice: null }
const reads = (text: string, more: Partial<JudgeOptions> = {}) =>
  judge({ kind: 'text', text, typed: false }, { ...options, ...more })
const finds = (n: number, more: Partial<JudgeOptions> = {}) =>
  judge({ kind: 'row', ticketId: ticketId(n), eventId: EVENT }, { ...options, ...more })
const types = (text: string) => judge({ kind: 'text', text, typed: true }, options)
const answered = async (asked: ReturnType<typeof judge>) => {
  const answer = await asked
  if (!answer || answer === 'again') throw new Error('not read before')
  return answer
}
const scans = async () => (await page.store.table('gateScans')).all()
const lists = async () => (await page.store.table('gateLists')).all()

async function hears(): Promise<void> {
  const { noteReach } = await import('#platform/device/reach.ts')
  noteReach({ reachable: true, clockOffset: backend.clockOffset })
}
async function startsAgain(): Promise<void> {
  await restart()
  ;({ judge, letIn } = await import('./judge.store.ts'))
}

describe('a gate’s phone', () => {
  it('verifies with the public keys of its list, which it fetches', async () => {
    await prepared(MINUTE_MS, row(1, ['A1']))
    await (await page.store.table('gateLists')).put({ ...listRow(NOW), keys: [] })
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'CHECK', why: 'unknown_key' } })
    sold = [row(1, ['A1'])]
    const { refreshGateList } = await import('../lists/refresh-list.store.ts')
    expect((await refreshGateList(EVENT, { keys: true })).ok).toBe(true)
    expect((await lists()).map((list) => list.keys)).toEqual([[{ number: 1, publicKey }]])
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ENTER' } })
  })

  it('makes no code: of all that can be built from its data, none gives ENTER, on no list and without a network', async () => {
    const thief = generateKeyPairSync('ed25519').privateKey
    const ages = [0, 3 * 60 * MINUTE_MS]
    for (const age of ages) {
      await prepared(age, row(1, ['A1']))
      for (const text of [
        signed(1, 'A1', { by: thief }),
        signed(2, 'C4', { by: thief }),
        signed(1, 'A1', { by: thief, issue: 9 }),
        encodePassCode({ ...decodePassCode(signed(1, 'A1'))!, seat: 'A2' }),
      ])
        expect(await reads(text)).toMatchObject({ decision: { verdict: 'NOT VALID', why: 'forged' } })
    }
    expect((await scans()).every((scan) => scan.seats.length === 0)).toBe(true)
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ENTER', seats: ['A1'] } })
  })
})

describe('a ticket sold after the last sync', () => {
  it('gives ENTER without a network, marked on screen and in the scan', async () => {
    await prepared(5 * MINUTE_MS)
    const answer = await reads(signed(2, 'C4'))
    expect(answer).toMatchObject({ decision: { verdict: 'ENTER', seats: ['C4'], mark: 'sold_after_last_sync' } })
    expect(await scans()).toMatchObject([{ ticketId: ticketId(2), seats: ['C4'], reason: 'sold_after_last_sync' }])
    vi.setSystemTime(Date.now() + 10_000)
    expect(await reads(signed(2, 'C4'))).toMatchObject({ decision: { verdict: 'ALREADY IN', gate: 'Gate B' } })
  })

  it('is fetched from the server and gives ENTER without a mark', async () => {
    await prepared(5 * MINUTE_MS)
    sold = [row(2, ['C4'])]
    const answer = await reads(signed(2, 'C4'))
    expect(answer).toMatchObject({ decision: { verdict: 'ENTER', mark: null }, ticket: { name: 'Farah N.' } })
  })
})

describe('a typed code', () => {
  it('may be a ticket code or an order code, in any spelling', async () => {
    await online(row(1, ['A1', 'A2']))
    for (const text of ['7K2QX4MDE', '7k2q-x4md-e', ' 7K2Q X4MD E ', 'MF7K2QX4MD', 'mf 7k2q x4md'])
      expect(await types(text), text).toMatchObject({ decision: { verdict: 'ENTER', seats: ['A1', 'A2'] } })
    // No seat was let in: the group has not been confirmed.
    expect(await scans()).toEqual([])
  })

  it('of an order means its next ticket with someone to let in', async () => {
    const standing = row(2, ['17', '18'], { code: '7K2QX4MDF' })
    await online(row(1, ['A1']), standing, row(3, ['B1'], { code: null, state: 'pending' }))
    const [first, second] = [await types('MF7K2QX4MD'), await answered(types('MF7K2QX4MD'))]
    expect(first).toMatchObject({ ticketId: ticketId(1), decision: { verdict: 'ENTER', seats: ['A1'] } })
    // The first is in by this device's own scan, which no list has yet.
    expect(second).toMatchObject({ ticketId: ticketId(2), decision: { verdict: 'ENTER', seats: ['17', '18'] } })
    expect(await letIn(second, ['17'], options)).toMatchObject({ kind: 'in', judged: { ticketId: ticketId(2) } })
    const rest = await answered(types('MF7K2QX4MD'))
    expect(rest).toMatchObject({ ticketId: ticketId(2), decision: { why: 'part_admitted', seats: ['18'] } })
    await letIn(rest, ['18'], options)
    expect(await types('MF7K2QX4MD')).toMatchObject({ ticketId: ticketId(1), decision: { verdict: 'ALREADY IN' } })
    expect(await types('7K2QX4MDF')).toMatchObject({ ticketId: ticketId(2), decision: { verdict: 'ALREADY IN' } })
  })

  it('of an order passes over tickets that admit no one', async () => {
    const taken = { gate: 'Gate A', at: NOW - MINUTE_MS, scanId: 's1', seats: ['A1'] }
    await online(
      row(1, ['C1'], { state: 'revoked', reason: 'Broken chair' }),
      row(2, ['A1'], { code: '7K2QX4MDF', admissions: [taken] }),
      row(3, ['B1'], { code: '7K2QX4MDG' }),
    )
    expect(await types('MF7K2QX4MD')).toMatchObject({ ticketId: ticketId(3), decision: { verdict: 'ENTER' } })
    expect(await types('MF7K2QX4MD')).toMatchObject({ ticketId: ticketId(2), decision: { verdict: 'ALREADY IN' } })
  })

  it('lets in the ticket that was shown, although its order has come to mean another', async () => {
    await online(row(1, ['1', '2']), row(2, ['1', '2'], { code: '7K2QX4MDF', ticketCategoryId: 'c2' }))
    const shown = await answered(types('MF7K2QX4MD'))
    expect(await letIn(shown, ['1', '2'], options)).toMatchObject({ kind: 'in' })
    expect(await letIn(shown, ['1'], options)).toMatchObject({ kind: 'changed', judged: { ticketId: ticketId(1) } })
    expect((await scans()).filter((scan) => scan.ticketId === ticketId(2))).toEqual([])
  })

  it('gives CHECK when no list has its ticket', async () => {
    await online()
    expect(await types('MF00000000')).toMatchObject({ decision: { verdict: 'CHECK', why: 'unknown_code' } })
  })

  it('finds a ticket that was sold after the last sync', async () => {
    await prepared(5 * MINUTE_MS, row(1, ['A1']))
    sold = [row(1, ['A1']), row(2, ['B1'], { code: '7K2QX4MDF' })]
    expect(await types('7K2QX4MDF')).toMatchObject({ ticketId: ticketId(2), decision: { verdict: 'ENTER' } })
  })

  it('gives CHECK without a network: a copied list must not say which codes there are', async () => {
    await prepared(0, row(1, ['A1']))
    for (const text of ['7K2QX4MDE', 'MF7K2QX4MD'])
      expect(await types(text)).toMatchObject({ decision: { verdict: 'CHECK', why: 'typed_offline', seats: [] } })
  })
})

describe('the rules of admission on the device', () => {
  it('refuse forged codes, tickets of other events and other text', async () => {
    await prepared(0, row(1, ['A1']))
    const good = signed(1, 'A1')
    const forged = `${good.slice(0, -3)}${good.endsWith('000') ? '111' : '000'}`
    expect(await reads(forged)).toMatchObject({ decision: { verdict: 'NOT VALID', why: 'forged' } })
    expect(await reads(signed(1, 'A1', { eventId: OTHER }))).toMatchObject({
      decision: { verdict: 'CHECK', why: 'other_event' },
    })
    const bytes = decodeBase45(good.slice(4))!
    const otherVersion = `MF2:${encodeBase45(Uint8Array.from([1, ...bytes.subarray(1)]))}`
    for (const text of ['https://example.org', good.replace('MF2:', 'MF1:'), otherVersion, 'MF2:'])
      expect(await reads(text), text).toMatchObject({ decision: { verdict: 'NOT VALID', why: 'not_a_ticket' } })
    for (const scan of await scans()) expect(scan.seats).toEqual([])
    expect(await reads(good)).toMatchObject({ decision: { verdict: 'ENTER' } })
  })

  it('read small letters of Caps Lock as printed, and store nothing of a code that was read in part', async () => {
    await prepared(0, row(1, ['A1']))
    const text = signed(1, 'A1')
    const part = { kind: 'text', text: text.slice(9), typed: false, part: true } as const
    expect(await judge(part, options)).toMatchObject({ decision: { verdict: 'CHECK', why: 'scan_again' }, scan: null })
    expect(await scans()).toEqual([])
    expect(await reads(text.toLowerCase())).toMatchObject({ decision: { verdict: 'ENTER', seats: ['A1'] } })
  })

  it('repeat the answer while a code stays in view; ALREADY IN when it comes back', async () => {
    await prepared(0, row(1, ['A1']))
    const first = await answered(reads(signed(1, 'A1')))
    const { key, decision } = first
    expect(await reads(signed(1, 'A1'), { last: { key, decision, age: 60_000, letIn: true } })).toBe('again')
    expect(await scans()).toHaveLength(1)
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ALREADY IN' } })
  })

  it('store a scan once when the connection to the database is lost after saving', async () => {
    await prepared(MINUTE_MS, row(1, ['A1']))
    const { Dexie } = await import('dexie')
    const transaction = Reflect.get(Dexie.prototype, 'transaction') as (...args: unknown[]) => Promise<unknown>
    const spy = vi.spyOn(Dexie.prototype, 'transaction').mockImplementation(async function (
      this: unknown,
      ...args: unknown[]
    ) {
      const stored = await transaction.apply(this, args)
      if (String(args[1]) !== 'gateScans') return stored
      spy.mockRestore()
      throw new Dexie.DatabaseClosedError()
    } as never)
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ENTER' } })
    expect((await scans()).map((scan) => scan.verdict)).toEqual(['ENTER'])
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ALREADY IN' } })
  })

  it('give no answer whose scan could not be stored', async () => {
    await prepared(MINUTE_MS, row(1, ['A1']), row(2, ['A2'], { state: 'revoked' }))
    const stop = fillDevice('gateScans')
    for (const code of [signed(1, 'A1'), signed(2, 'A2')]) await expect(reads(code)).rejects.toThrow()
    stop()
    expect(await scans()).toEqual([])
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ENTER' } })
  })

  it('store nothing in practice, but remember its admissions', async () => {
    await prepared(0, row(1, ['A1']))
    expect(await reads(signed(1, 'A1'), { practice: [] })).toMatchObject({
      decision: { verdict: 'ENTER' },
      scan: null,
    })
    const admission = { scanId: 's', seats: ['A1'], gate: 'Gate B', at: NOW }
    expect(await reads(signed(1, 'A1'), { practice: [{ ticketId: ticketId(1), admission }] })).toMatchObject({
      decision: { verdict: 'ALREADY IN' },
    })
    expect(await scans()).toEqual([])
  })

  it('allow one undo in time, with a reason, and then ENTER again', async () => {
    const { undoScan, UNDO_MS } = await import('./scans.store.ts')
    await prepared(0, row(1, ['A1']))
    const answer = await answered(reads(signed(1, 'A1')))
    const { id } = answer.scan!
    expect(await undoScan(id, 'Wrong person')).toMatchObject({ verdict: 'UNDO', undoes: id, reason: 'Wrong person' })
    expect(await undoScan(id, 'Wrong person')).toBeNull()
    const again = await answered(reads(signed(1, 'A1')))
    expect(again).toMatchObject({ decision: { verdict: 'ENTER' } })
    // The question may be answered for a minute after the ten seconds.
    vi.setSystemTime(Date.now() + UNDO_MS + 61_000)
    expect(await undoScan(again.scan!.id, 'Too late')).toBeNull()
    expect((await scans()).map((scan) => scan.verdict).sort()).toEqual(['ENTER', 'ENTER', 'UNDO'])
  })

  it('allow one undo, however often it is pressed at once', async () => {
    const { undoScan } = await import('./scans.store.ts')
    await prepared(0, row(1, ['A1']))
    const { id } = (await answered(reads(signed(1, 'A1')))).scan!
    const done = await Promise.all([
      undoScan(id, 'Wrong person'),
      undoScan(id, 'Wrong person'),
      undoScan(id, 'Once more'),
    ])
    expect(done.filter((one) => one !== null)).toHaveLength(1)
    expect((await scans()).map((scan) => scan.verdict).sort()).toEqual(['ENTER', 'UNDO'])
  })

  it('delete list, keys and names a day after the start, but not unsent scans', async () => {
    await prepared(0, row(1, ['A1']))
    await reads(signed(1, 'A1'))
    const { deleteExpiredLists } = await import('../lists/wipe.store.ts')
    vi.setSystemTime(NOW + 86_400_000 - MINUTE_MS)
    await hears()
    await deleteExpiredLists()
    expect(await lists()).toHaveLength(1)
    vi.setSystemTime(NOW + 86_400_000 + MINUTE_MS)
    await hears()
    await deleteExpiredLists()
    expect(await lists()).toEqual([])
    expect(await (await page.store.table('gateTickets')).all()).toEqual([])
    expect(await scans()).toHaveLength(1)
  })

  it('correct times by the server’s clock, even after a restart without a network', async () => {
    backend.clockOffset = 12 * MINUTE_MS
    sold = [row(1, ['A1'])]
    await prepared(0)
    await reads(signed(1, 'A1'))
    // The ticket is not on the list, so the server was asked, and its answer contains the time.
    expect(Math.abs((await scans())[0]!.offset! - backend.clockOffset)).toBeLessThan(5_000)
    sold = null
    await startsAgain()
    const setup = await import('../setup.store.ts')
    const offset = (await setup.serverOffset())!
    expect(Math.abs(offset - backend.clockOffset)).toBeLessThan(setup.CLOCK_TOLERANCE_MS)
    const before = Date.now()
    const answer = await answered(reads(signed(2, 'C4')))
    expect(answer.at - before - offset).toBeLessThan(5_000)
    expect(answer.scan?.offset).toBe(offset)
  })
})

const DAY_MS = 86_400_000

describe('a clock that is wrong by days', () => {
  it.each([3 * DAY_MS, -3 * DAY_MS])('deletes no list before the server’s time is known: %i ms', async (wrong) => {
    await prepared(0, row(1, ['A1']))
    await hears()
    // Starts with an empty battery, another clock, and no network.
    vi.setSystemTime(NOW + wrong)
    backend.clockOffset = -wrong
    backend.faults.push({ kind: 'lost-before', matches: () => true, times: Infinity })
    await startsAgain()
    const { deleteExpiredLists } = await import('../lists/wipe.store.ts')
    await deleteExpiredLists()
    expect(await lists()).toHaveLength(1)
    expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ENTER' } })
    // The age of the list is unknown: it may lack tickets sold since.
    expect(await reads(signed(2, 'C4'))).toMatchObject({
      decision: { verdict: 'ENTER', mark: 'sold_after_last_sync' },
    })
    await hears()
    await deleteExpiredLists()
    expect(await lists()).toHaveLength(1)
    expect(await reads(signed(3, 'C5'))).toMatchObject({ decision: { verdict: 'CHECK', why: 'not_on_list' } })
  })

  it('deletes no list when it is set while the app is open, until the server’s time is known', async () => {
    await prepared(0, row(1, ['A1']))
    await hears()
    vi.setSystemTime(NOW + 3 * DAY_MS)
    const { deleteExpiredLists } = await import('../lists/wipe.store.ts')
    await deleteExpiredLists()
    expect(await lists()).toHaveLength(1)
    // The clock was right: the list is deleted once the server confirms it.
    await hears()
    await vi.waitFor(async () => expect(await lists()).toEqual([]))
  })
})

describe('a group waiting for confirmation', () => {
  const four = ['A1', 'A2', 'A3', 'A4']
  const elsewhere = (seats: string[], scanId = 's9') => ({ scanId, seats, gate: 'Gate A', at: NOW - 1_000 })
  async function waits(practice: JudgeOptions['practice'] = null) {
    await prepared(0, row(1, four))
    const group = await answered(finds(1, { practice }))
    return group
  }

  it('is ALREADY IN when another gate let it in meanwhile', async () => {
    const group = await waits()
    await prepared(0, row(1, four, { admissions: [elsewhere(four)] }))
    expect(await letIn(group, four, options)).toMatchObject({
      kind: 'changed',
      seats: [],
      judged: { decision: { verdict: 'ALREADY IN', gate: 'Gate A' } },
    })
    expect((await scans()).flatMap((scan) => scan.seats)).toEqual([])
  })

  it('gives CHECK with the remaining chosen seats when another gate let some in', async () => {
    const group = await waits()
    await prepared(0, row(1, four, { admissions: [elsewhere(['A1', 'A2'])] }))
    const changed = (await letIn(group, ['A1', 'A3', 'A4'], options))!
    expect(changed).toMatchObject({ kind: 'changed', seats: ['A3', 'A4'] })
    expect(changed.judged.decision).toMatchObject({ verdict: 'CHECK', why: 'part_admitted', seats: ['A3', 'A4'] })
    expect((await scans()).flatMap((scan) => scan.seats)).toEqual([])
    // A second confirmation lets them in, from CHECK as well.
    await prepared(0, row(1, four, { admissions: [elsewhere(['A1', 'A2', 'A3'])] }))
    expect(await letIn(changed.judged, ['A3', 'A4'], options)).toMatchObject({ kind: 'changed', seats: ['A4'] })
    expect(await letIn(changed.judged, ['A4'], options)).toMatchObject({ kind: 'in', seats: ['A4'] })
    expect((await scans()).flatMap((scan) => scan.seats)).toEqual(['A4'])
  })

  it('stays out when its ticket was revoked meanwhile', async () => {
    const group = await waits()
    await prepared(0, row(1, four, { state: 'revoked', reason: 'Charged back' }))
    expect(await letIn(group, four, options)).toMatchObject({
      kind: 'changed',
      judged: { decision: { why: 'revoked' } },
    })
    expect((await scans()).flatMap((scan) => scan.seats)).toEqual([])
  })

  it('is let in once when two tabs confirm at the same moment', async () => {
    const group = await waits()
    const outcomes = await Promise.all([letIn(group, four, options), letIn(group, four, options)])
    expect(outcomes.map((one) => one?.kind).sort()).toEqual(['changed', 'in'])
    expect((await scans()).flatMap((scan) => scan.seats)).toEqual(four)
  })

  it('is judged again in practice without storing anything', async () => {
    const group = await waits([])
    const practice = [{ ticketId: ticketId(1), admission: elsewhere(['A1', 'A2']) }]
    expect(await letIn(group, four, { ...options, practice })).toMatchObject({ kind: 'changed', seats: ['A3', 'A4'] })
    expect(await letIn(group, four, { ...options, practice: [] })).toMatchObject({ kind: 'in', seats: four })
    expect(await scans()).toEqual([])
  })
})

it('an undone admission no longer counts, even without a network, after a restart and while the list contains it', async () => {
  const { undoScan } = await import('./scans.store.ts')
  await prepared(0, row(1, ['A1']))
  const first = await answered(reads(signed(1, 'A1')))
  // The list contains the admission.
  const listed = { scanId: first.scan!.id, seats: ['A1'], gate: 'Gate B', at: NOW }
  await (await page.store.table('gateScans')).put({ ...first.scan!, state: 'settled', queue: '', heard: 1 })
  await prepared(0, row(1, ['A1'], { admissions: [listed], asked: 2 }))
  expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ALREADY IN' } })
  await undoScan(first.scan!.id, 'Wrong person')
  await startsAgain()
  const { watchGateCounts } = await import('../lists/counts.store.ts')
  let admitted = -1
  const stop = watchGateCounts([EVENT]).subscribe((counts) => (admitted = counts[0]?.admitted ?? -1))
  await (await page.store.table('gateLists')).put({ ...listRow(NOW), admitted: 1 })
  await vi.waitFor(() => expect(admitted).toBe(0))
  expect(await reads(signed(1, 'A1'))).toMatchObject({ decision: { verdict: 'ENTER' } })
  await vi.waitFor(() => expect(admitted).toBe(1))
  stop()
})
