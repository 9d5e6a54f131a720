import 'fake-indexeddb/auto'
import { afterEach, expect, it, vi } from 'vitest'

const APPLE = 'Apple Computer, Inc.'

async function asked(browser: {
  vendor?: string
  getDirectory?: () => Promise<unknown>
  put?: () => unknown
}): Promise<boolean> {
  vi.resetModules()
  vi.stubGlobal('navigator', {
    vendor: browser.vendor ?? '',
    storage: browser.getDirectory ? { getDirectory: browser.getDirectory } : {},
  })
  if (browser.put) vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(browser.put as never)
  return (await import('./private-window.ts')).isPrivateWindow()
}
const rejects = (name: string) => () => Promise.reject(new DOMException('no', name))
/** As in WebKitGTK: the request fails later. */
const failsLater = () => {
  const request = {
    error: new DOMException('Error preparing Blob/File data', 'UnknownError'),
    onerror: (_: Event) => {},
  }
  queueMicrotask(() => request.onerror(new Event('error', { cancelable: true })))
  return request
}
const isFull = () => {
  throw new DOMException('', 'QuotaExceededError')
}
const refuses = () => {
  throw new DOMException('BlobURLs are not yet supported.', 'DataCloneError')
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each([
  ['Safari', { vendor: APPLE, getDirectory: rejects('UnknownError') }, true],
  ['Firefox', { getDirectory: rejects('SecurityError') }, true],
  ['an older Safari that has no folders', { vendor: APPLE, put: refuses }, true],
  [
    'an older Safari that has folders in private, too',
    { vendor: APPLE, getDirectory: async () => ({}), put: refuses },
    true,
  ],
  ['WebKitGTK', { vendor: APPLE, put: failsLater }, true],
  ['an older Safari on a full phone', { vendor: APPLE, put: isFull }, false],
  ['Safari, but not private', { vendor: APPLE, getDirectory: async () => ({}) }, false],
  ['a browser that gives a folder', { getDirectory: async () => ({}) }, false],
  ['a browser without folders', {}, false],
  ['a folder that fails for another reason', { getDirectory: rejects('NotAllowedError') }, false],
])('isPrivateWindow: %s', async (_, browser, is) => expect(await asked(browser)).toBe(is))

it('isPrivateWindow is false without a navigator', async () => {
  vi.resetModules()
  vi.stubGlobal('navigator', undefined)
  expect(await (await import('./private-window.ts')).isPrivateWindow()).toBe(false)
})

it('isPrivateWindow leaves no database behind', async () => {
  await asked({ vendor: APPLE, getDirectory: async () => ({}) })
  await vi.waitFor(async () => expect(await indexedDB.databases()).toEqual([]))
})
