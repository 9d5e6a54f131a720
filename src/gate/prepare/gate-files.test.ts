import { beforeEach, expect, it, vi } from 'vitest'
import { fakeCaches, type FakeHost } from '../../../tests/support/fake-caches.ts'
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

it('does not count a decoder of the wrong type as stored, and replaces it when prepared again', async () => {
  await expect(storeGateFiles()).rejects.toThrow(WASM)
  expect(await gateFilesStored()).toBe(false)
  // An earlier version stored the page under the decoder's name.
  const cache = await caches.open(GATE_CACHE)
  await cache.put(WASM, new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }))
  await cache.put(
    GATE_FILES_URL,
    new Response('["/assets/gate-routes-1.js"]', { headers: { 'content-type': 'application/json' } }),
  )
  expect(await gateFilesStored()).toBe(false)
  host.files.set(WASM, { type: 'application/wasm', body: 'decoder' })
  await storeGateFiles()
  expect(await gateFilesStored()).toBe(true)
  expect(await (await cache.match(WASM))?.text()).toBe('decoder')
})

it('rejects a list of files that is the host’s page', async () => {
  host.files.delete(GATE_FILES_URL)
  await expect(storeGateFiles()).rejects.toThrow(GATE_FILES_URL)
  expect(await gateFilesStored()).toBe(false)
})
