import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderedLine } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, BINA, backend, freshDevice, page, signIn } from '../../../tests/support/device/device.ts'
import { submits } from '../../../tests/support/device/orders.ts'
import { until } from '../../../tests/support/device/time.ts'

const line = orderedLine()

interface Asked {
  name: string
  since: string | null
  headers: Headers
  query: URLSearchParams
}
type Answered = Record<string, unknown>
type Answer = Answered | ((request: Asked) => Answered)

let seats: typeof import('./seats.store.ts')
let asked: Asked[]
/** What the server answers. */
let answers: Record<string, Answer>

freshDevice()
beforeEach(async () => {
  asked = []
  answers = { seat_availability: inFull('v1', -60), my_held_seats: holding(-60) }
  backend.own = ({ path, query }, init) => {
    const name = path.split('/').at(-1)!
    const answer = answers[name]
    if (!answer) return null
    const request = { name, since: query.get('p_since'), headers: new Headers(init.headers), query }
    asked.push(request)
    const { status = 200, ...body } = typeof answer === 'function' ? answer(request) : answer
    return [Number(status), body]
  }
  seats = await import('./seats.store.ts')
})

const ago = (s: number): string => new Date(Date.now() + s * 1000).toISOString()
const inFull = (version: string, s: number, ...taken: string[]) => ({ version, at: ago(s), again: 1.5, taken })
const changed = (since: string, version: string, s: number, added: string[], gone: string[] = []) => ({
  ...{ version, at: ago(s), again: 1.5, since, added, gone },
})
const holding = (s: number, ...mine: string[]) => ({ at: ago(s), mine })
const shown = () => page.watch.readOnce(seats.watchSeats('c1'))
const countOf = (name: string): number => asked.filter((one) => one.name === name).length
const round = async (answer?: Answered, fresh = false) => {
  if (answer) answers.seat_availability = answer
  return seats.refreshSeats('c1', fresh)
}
const advance = (s: number): void => void vi.setSystemTime(Date.now() + s * 1000)

it('asks plainly, the same for everyone, and of a visitor never what they hold', async () => {
  expect(await round(inFull('v1', -1, 'A1'), true)).toEqual({ ok: true, value: 1.5 })
  expect(await shown()).toMatchObject({ taken: ['A1'], mine: [] })
  await round()
  expect(asked.map(({ name }) => name)).toEqual(['seat_availability', 'seat_availability'])
  expect([...asked[0]!.headers]).toEqual([['apikey', 'test-key']])
  expect(Object.fromEntries(asked[0]!.query)).toEqual({ p_ticket_category_id: 'c1' })
})

it('asks for the changes since its version, and for all when it cannot apply them', async () => {
  await round(inFull('v1', -9, 'A1', 'B1'))
  await round(changed('v1', 'v2', -5, ['C1'], ['A1']))
  expect(asked[1]!.since).toBe('v1')
  expect((await shown())?.taken).toEqual(['B1', 'C1'])
  const broken = [changed('v7', 'v8', -3, ['X1']), { version: 'v8', at: ago(-3), since: 'v9', added: 4 }]
  for (const [n, change] of broken.entries()) {
    const before = asked.length
    answers.seat_availability = ({ since }) => (since === null ? inFull('v9', n, `D${n}`) : change)
    expect((await round()).ok).toBe(true)
    expect(asked.slice(before).map(({ since }) => since)).toEqual([n === 0 ? 'v2' : 'v9', null])
    expect((await shown())?.taken).toEqual([`D${n}`])
  }
})

it('fails when the whole answer is broken, and keeps the last one', async () => {
  await round(inFull('v1', -9, 'A1'))
  expect(await round({ version: 'v2', at: ago(-1), again: 2 })).toMatchObject({
    ok: false,
    failure: { code: 'server' },
  })
  expect((await shown())?.taken).toEqual(['A1'])
})

it.each([
  [undefined, 12],
  ['soon', 12],
  [0.2, 1],
  [7, 7],
  [900, 300],
])('asks again after %s s, within bounds', async (again, s) => {
  expect(await round({ ...inFull('v1', -1), again })).toEqual({ ok: true, value: s })
})

it('asks for exact seats of a hidden category, and for both when the page comes back', async () => {
  answers.taken_seats = { at: ago(0), taken: ['A1'], mine: [] }
  expect(await round({ status: 404, code: 'PT404', message: 'not_found' }, true)).toEqual({ ok: true, value: 12 })
  await round()
  expect((await shown())?.taken).toEqual(['A1'])
  expect(asked.map(({ name }) => name)).toEqual(['seat_availability', 'taken_seats', 'taken_seats'])
  await round(inFull('v1', 1, 'B1'), true)
  expect((await shown())?.taken).toEqual(['B1'])
  expect(countOf('taken_seats')).toBe(2)
})

it('writes nothing while nothing changes', async () => {
  await signIn(ASHA)
  await round(inFull('v1', -9, 'A1'), true)
  let sent = 0
  const stop = seats.watchSeats('c1').subscribe(() => (sent += 1))
  await until(() => sent === 1)
  const before = await (await page.store.table('seats')).get('c1')
  for (let n = 0; n < 3; n++) {
    advance(5)
    await round(changed('v1', 'v1', -9, []))
  }
  expect(await (await page.store.table('seats')).get('c1')).toEqual(before)
  await round(changed('v1', 'v2', 0, ['B1']))
  await until(() => sent === 2)
  stop()
})

it('ignores what another server has not noticed yet, however old its version is', async () => {
  await round(inFull('old', -3600))
  await round(inFull('new', -1, 'A1'))
  await round(inFull('old', -3600))
  expect((await shown())?.taken).toEqual(['A1'])
  // For longer than a minute no server is late.
  advance(120)
  await round(inFull('old', -3720))
  expect((await shown())?.taken).toEqual([])
})

it('follows a server whose clock was set back', async () => {
  await round(inFull('v1', 0, 'A1'))
  advance(-3600)
  await round(inFull('v2', 0, 'B1'))
  expect((await shown())?.taken).toEqual(['B1'])
})

it('ignores the older answer of another tab', async () => {
  answers.seat_availability = inFull('v1', -1)
  const answer = backend.hold('seat_availability')
  const first = round()
  await answer.arrived
  await round(inFull('v2', 0, 'A1'))
  answer.release()
  expect((await first).ok).toBe(true)
  expect((await shown())?.taken).toEqual(['A1'])
})

describe('of a customer who has signed in', () => {
  beforeEach(() => signIn(ASHA))

  it('asks what the account holds when the page opens or comes back, not at every round', async () => {
    answers.my_held_seats = holding(0, 'A1')
    await round(inFull('v1', -9, 'A1', 'B1'), true)
    expect(await shown()).toMatchObject({ taken: ['B1'], mine: ['A1'] })
    for (const [n, seat] of ['C1', 'C2', 'C3'].entries()) await round(changed(`v${n + 1}`, `v${n + 2}`, n + 1, [seat]))
    expect(await shown()).toMatchObject({ taken: ['B1', 'C1', 'C2', 'C3'], mine: ['A1'] })
    expect(countOf('my_held_seats')).toBe(1)
    await round(inFull('v5', 4), true)
    expect(countOf('my_held_seats')).toBe(2)
  })

  it('asks again when a seat of the account turns free, and each minute while it holds any', async () => {
    answers.my_held_seats = holding(0, 'A1')
    await round(inFull('v1', -9, 'A1'), true)
    advance(30)
    await round(changed('v1', 'v1', -39, []))
    expect(countOf('my_held_seats')).toBe(1)
    advance(90)
    answers.my_held_seats = holding(0, 'A1')
    await round(changed('v1', 'v1', -129, []))
    await round()
    expect(countOf('my_held_seats')).toBe(2)
    answers.my_held_seats = holding(2)
    await round(changed('v1', 'v2', 1, [], ['A1']))
    expect(countOf('my_held_seats')).toBe(3)
    expect(await shown()).toMatchObject({ taken: [], mine: [] })
    advance(120)
    await round(changed('v2', 'v2', -119, []))
    expect(countOf('my_held_seats')).toBe(3)
  })

  it('never shows a seat of an own order as taken, though its hold came after the page had asked', async () => {
    await round(inFull('v1', -9, 'B1'), true)
    await page.orders.openOrder([line])
    answers.my_held_seats = holding(2, 'A1')
    const answer = backend.hold('my_held_seats')
    const asking = round(changed('v1', 'v2', 1, ['A1', 'C1']))
    await answer.arrived
    expect((await shown())?.taken).toEqual(['B1'])
    answer.release()
    await asking
    expect(await shown()).toMatchObject({ taken: ['B1', 'C1'], mine: ['A1'] })
  })

  it('shows the map before it knows what the account holds, unless that is in it', async () => {
    answers.my_held_seats = holding(0)
    const answer = backend.hold('my_held_seats')
    const asking = round(inFull('v1', -9, 'B1'), true)
    await answer.arrived
    expect((await shown())?.taken).toEqual(['B1'])
    answer.release()
    expect((await asking).ok).toBe(true)
  })

  it('does not ask again for a hold that the shared answer has yet to show', async () => {
    answers.my_held_seats = holding(2, 'A1')
    await round(inFull('v1', -9), true)
    await round(changed('v1', 'v2', 1, ['B1']))
    expect(countOf('my_held_seats')).toBe(1)
    await round(changed('v2', 'v3', 3, ['A1']))
    expect(await shown()).toMatchObject({ taken: ['B1'], mine: ['A1'] })
    expect(countOf('my_held_seats')).toBe(1)
  })

  it('asks once for a seat of an own order that another customer took', async () => {
    await page.orders.openOrder([line])
    await round(inFull('v1', -9), true)
    answers.my_held_seats = holding(2)
    await round(changed('v1', 'v2', 1, ['A1']))
    await round(changed('v2', 'v3', 3, ['C1']))
    expect(await shown()).toMatchObject({ taken: ['A1', 'C1'], mine: [] })
    expect(countOf('my_held_seats')).toBe(2)
  })

  it('shows the map though it is not known what the account holds, fails, and asks again', async () => {
    answers.my_held_seats = { status: 409, message: 'no' }
    expect((await round(inFull('v1', -9, 'B1'), true)).ok).toBe(false)
    expect((await shown())?.taken).toEqual(['B1'])
    answers.my_held_seats = holding(0, 'B1')
    expect((await round()).ok).toBe(true)
    expect(await shown()).toMatchObject({ taken: [], mine: ['B1'] })
  })

  it('stores nothing that one account holds for another', async () => {
    answers.my_held_seats = holding(0, 'A1')
    const answer = backend.hold('my_held_seats')
    const asking = round(inFull('v1', -9, 'A1', 'B1'), true)
    await answer.arrived
    await page.session.leave(false)
    await signIn(BINA)
    answer.release()
    await asking
    expect(await shown()).toBeNull()
    answers.my_held_seats = holding(0, 'B1')
    await round()
    expect(await shown()).toMatchObject({ taken: ['A1'], mine: ['B1'] })
  })

  it('counts a submitted seat as taken until an answer that knows it, though no version changes', async () => {
    await round(inFull('v1', -600, 'B1'), true)
    advance(60)
    await submits()
    // A cache may have kept this answer since before.
    await round(changed('v1', 'v1', -660, []))
    expect((await shown())?.taken).toEqual(['B1', 'A1'])
    advance(120)
    await round(changed('v1', 'v1', -780, []))
    expect((await shown())?.taken).toEqual(['B1'])
  })

  it('counts a seat that was held as taken once it is submitted', async () => {
    answers.my_held_seats = holding(0, 'A1')
    await round(inFull('v1', -9, 'A1', 'B1'), true)
    advance(5)
    await submits()
    expect(await shown()).toMatchObject({ taken: ['B1', 'A1'], mine: [] })
    advance(50)
    await round(changed('v1', 'v2', 0, ['C1']))
    const now = await shown()
    expect(now?.taken.toSorted()).toEqual(['A1', 'B1', 'C1'])
    expect(now?.mine).toEqual([])
  })

  it('keeps the number of free standing places, and asks for one’s own each minute at most', async () => {
    answers.my_held_seats = holding(0, '1', '2')
    await round({ ...inFull('v1', -9), free: 12 }, true)
    await round({ ...inFull('v2', 1), free: 9 })
    expect(await shown()).toMatchObject({ taken: [], mine: ['1', '2'], free: 9 })
    expect(countOf('my_held_seats')).toBe(1)
  })
})

describe('the exact seats of a hidden category', () => {
  const none = { status: 404, code: 'PT404', message: 'not_found' }
  const said = (at: string, ...taken: string[]) => ({ at, taken, mine: [] })

  it('ignores an older answer that arrives last', async () => {
    answers.seat_availability = none
    answers.taken_seats = said('2026-11-20T10:00:01Z')
    const older = backend.hold('taken_seats')
    const first = round()
    await older.arrived
    answers.taken_seats = said('2026-11-20T10:00:05Z', 'A1')
    expect((await round()).ok).toBe(true)
    older.release()
    expect((await first).ok).toBe(true)
    expect(await shown()).toMatchObject({ taken: ['A1'] })
  })

  it('does not store an answer that arrives after sign-out', async () => {
    await signIn(ASHA)
    answers.seat_availability = none
    answers.taken_seats = said('2026-11-20T10:00:01Z', 'A1')
    const answer = backend.hold('taken_seats')
    const asking = round()
    await answer.arrived
    await page.session.leave(false)
    answer.release()
    await asking
    expect(await (await page.store.table('seats')).all()).toEqual([])
  })

  it('counts a submitted seat as taken until a later answer', async () => {
    await signIn(ASHA)
    answers.seat_availability = none
    answers.taken_seats = () => said(new Date().toISOString(), 'B1')
    await round()
    advance(60)
    await submits()
    expect((await shown())?.taken).toEqual(['B1', 'A1'])
    // A later answer decides alone: the payment may have been rejected.
    advance(60)
    await round()
    expect((await shown())?.taken).toEqual(['B1'])
  })
})
