import { beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches, type FakeHost } from '../../../tests/support/device/fake-caches.ts'
import { GATE_CACHE, GATE_FILES_URL } from '#shop/gate/scanner-files.ts'

vi.mock('../decoder/decoder.ts', () => ({ decoderUrls: ['/assets/zxing_reader-1.wasm'] }))
const { gateFilesStored, storeGateFiles } = await import('./gate-files.ts')

const WASM = '/assets/zxing_reader-1.wasm'
const own = new URL(new URL('./gate-files.ts', import.meta.url)).pathname
let host: FakeHost

beforeEach(() => {
  vi.stubEnv('DEV', false)
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  host = fakeCaches()
  host.files.set(GATE_FILES_URL, { type: 'application/json', body: JSON.stringify(['/assets/gate-routes-1.js']) })
  host.files.set('/assets/gate-routes-1.js', { type: 'text/javascript', body: '' })
  host.files.set(own, { type: 'text/javascript', body: '' })
})

it('does not store a decoder of the wrong type, and stores it when prepared again', async () => {
  await expect(storeGateFiles()).rejects.toThrow(WASM)
  expect(await gateFilesStored()).toBe(false)
  host.files.set(WASM, { type: 'application/wasm', body: 'decoder' })
  await storeGateFiles()
  expect(await gateFilesStored()).toBe(true)
  const cache = await caches.open(GATE_CACHE)
  expect(await (await cache.match(WASM))?.text()).toBe('decoder')
})

it('rejects a list of files that is the host’s page', async () => {
  host.files.delete(GATE_FILES_URL)
  await expect(storeGateFiles()).rejects.toThrow(GATE_FILES_URL)
  expect(await gateFilesStored()).toBe(false)
})
