import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches, type FakeHost } from '../../../tests/support/device/fake-caches.ts'
import { GATE_CACHE, GATE_FILES_URL } from '#shop/gate/scanner-files.ts'

const read = vi.hoisted(() => ({ code: '' }))
vi.mock('../decoder/decoder.ts', () => ({
  decoderUrls: [],
  loadDecoder: async () => {},
  readCodes: async () => [read.code],
}))
await import('#ui/messages/en/gate/prepare.ts')
const { TEST_CODE, testScanner } = await import('./test-scan.tsx')

const own = new URL(new URL('./gate-files.ts', import.meta.url)).pathname
let host: FakeHost
let worker: EventTarget & { controller: object | null }

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('DEV', false)
  read.code = TEST_CODE
  worker = Object.assign(new EventTarget(), { controller: null })
  vi.stubGlobal('navigator', { serviceWorker: worker })
  host = fakeCaches()
  host.files.set(GATE_FILES_URL, { type: 'application/json', body: JSON.stringify(['/assets/gate-routes-1.js']) })
  host.files.set('/assets/gate-routes-1.js', { type: 'text/javascript', body: '' })
  host.files.set(own, { type: 'text/javascript', body: '' })
})
afterEach(() => void vi.useRealTimers())

const drawn = {} as ImageData

it('waits for a worker that is being installed, and reports it', async () => {
  const waits = vi.fn()
  const test = testScanner(drawn, waits)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(waits).toHaveBeenCalledTimes(1)
  worker.controller = {}
  worker.dispatchEvent(new Event('controllerchange'))
  expect(await test).toEqual({ kept: 'ready', decoded: true, problem: null })
})

it('tells a worker that is late from a scanner that is not stored', async () => {
  const test = testScanner(drawn, () => undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await test).toMatchObject({ kept: 'stored', decoded: true, problem: expect.stringContaining('not') })
  host.files.delete(GATE_FILES_URL)
  const cache = await caches.open(GATE_CACHE)
  for (const request of await cache.keys()) await cache.delete(request)
  const again = testScanner(drawn, () => undefined)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(await again).toMatchObject({ kept: 'no', decoded: false })
})

it('does not wait when the page has its worker', async () => {
  worker.controller = {}
  const waits = vi.fn()
  expect(await testScanner(drawn, waits)).toEqual({ kept: 'ready', decoded: true, problem: null })
  expect(waits).not.toHaveBeenCalled()
})
