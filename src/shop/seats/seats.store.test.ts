import { beforeEach, expect, it, vi } from 'vitest'
import { ASHA, newDevice, openPage, signInOn, submitOn, until, type Page } from '../../../tests/support/device.ts'
import type { FakeBackend } from '../../../tests/support/fake-backend.ts'

let backend: FakeBackend
let page: Page
let seats: typeof import('./seats.store.ts')
/** Sends the pending answers of taken_seats, in the order of the requests. */
let answers: ((taken: string[], at: string) => void)[]

beforeEach(async () => {
  backend = await newDevice()
  answers = []
  const rest = backend.fetch
  backend.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/rpc/taken_seats')) return rest(input, init)
    return new Promise((resolve) =>
      answers.push((taken, at) =>
        resolve(
          new Response(JSON.stringify({ at, taken, mine: [] }), {
            headers: { 'content-type': 'application/json' },
          }),
        ),
      ),
    )
  }
  page = await openPage(backend)
  seats = await import('./seats.store.ts')
  await signInOn(page, backend, ASHA)
})

it('ignores an older answer that arrives last', async () => {
  const [first, second] = [seats.refreshSeats('c1'), seats.refreshSeats('c1')]
  await until(() => answers.length === 2)
  answers[1]!(['A1'], '2026-11-20T10:00:05Z')
  expect((await second).ok).toBe(true)
  answers[0]!([], '2026-11-20T10:00:01Z')
  expect((await first).ok).toBe(true)
  expect(await page.watch.readOnce(seats.watchSeats('c1'))).toMatchObject({ taken: ['A1'] })
})

it('does not store an answer that arrives after sign-out', async () => {
  const asked = seats.refreshSeats('c1')
  await until(() => answers.length === 1)
  await page.session.leave(false)
  answers[0]!(['A1'], '2026-11-20T10:00:01Z')
  await asked
  expect(await (await page.store.table('seats')).all()).toEqual([])
})

it('counts a submitted seat as taken until a later answer', async () => {
  const answered = async (taken: string[]) => {
    const asked = seats.refreshSeats('c1')
    await until(() => answers.length > 0)
    answers.pop()!(taken, new Date().toISOString())
    await asked
  }
  const taken = async () => (await page.watch.readOnce(seats.watchSeats('c1')))?.taken
  await answered(['B1'])
  vi.setSystemTime(Date.now() + 60_000)
  await submitOn(page)
  expect(await taken()).toEqual(['B1', 'A1'])
  // A later answer decides alone: the payment may have been rejected.
  vi.setSystemTime(Date.now() + 60_000)
  await answered(['B1'])
  expect(await taken()).toEqual(['B1'])
})
