import { beforeEach, describe, expect, it } from 'vitest'
import { fakeCaches, INDEX, type FakeHost } from '../../../../tests/support/device/fake-caches.ts'
import { LANGUAGE_CACHE, keepLanguage, renewLanguages } from './language-files.ts'
import { fetchChecked, hasExpectedType, precacheTypes } from './right-type.ts'

const answered = (type: string | null, status = 200): Response =>
  new Response('x', { status, headers: type === null ? {} : { 'content-type': type } })

const SCRIPT = { type: 'text/javascript', body: 'export {}' }

describe('hasExpectedType', () => {
  it.each([
    ['/assets/app-12345678.js', 'text/javascript; charset=utf-8', true],
    ['/assets/app-12345678.js', 'application/javascript', true],
    ['/assets/app-12345678.js', 'text/html; charset=utf-8', false],
    ['/assets/app-12345678.js', 'text/plain', false],
    ['/assets/app-12345678.js', null, false],
    ['/assets/app-12345678.css', 'text/css', true],
    ['/assets/app-12345678.css', 'text/html', false],
    ['/assets/anek-12345678.woff2', 'font/woff2', true],
    ['/assets/anek-12345678.woff2', 'application/octet-stream', true],
    ['/assets/anek-12345678.woff2', 'text/html', false],
    ['/assets/zxing_reader-12345678.wasm', 'application/wasm', true],
    ['/assets/zxing_reader-12345678.wasm', 'TEXT/HTML', false],
    ['/gate-files.json', 'application/json', true],
    ['/gate-files.json', 'text/html', false],
    ['/brand/mark.svg', 'image/svg+xml', true],
    ['/brand/mark.svg', 'text/html', false],
    ['/icons/192.png', 'image/png', true],
    ['/manifest.webmanifest', 'application/manifest+json', true],
    ['/manifest.webmanifest', 'application/octet-stream', true],
    ['/manifest.webmanifest', 'text/html', false],
    ['/index.html?__WB_REVISION__=1', 'text/html', true],
    ['/index.html', 'application/json', false],
    ['/', 'text/html', true],
    ['/some.unknown', 'text/html', false],
    ['/some.unknown', 'application/x-thing', true],
  ])('%s as %s: %s', (path, type, right) => {
    expect(hasExpectedType(`https://shop.example${path}`, answered(type))).toBe(right)
  })

  it('is false for an error answer', () => {
    expect(hasExpectedType('https://shop.example/assets/a.js', answered('text/javascript', 404))).toBe(false)
  })
})

describe('with a host that answers every missing path with its page', () => {
  let host: FakeHost
  beforeEach(() => {
    host = fakeCaches()
  })

  it('rejects the page in place of a script', async () => {
    await expect(fetchChecked('/assets/a.js')).rejects.toThrow('/assets/a.js')
  })

  it('refetches past the browser’s cache when that holds the page in place of a script', async () => {
    host.files.set('/assets/a.js', SCRIPT)
    host.held.set('/assets/a.js', INDEX)
    await expect((await fetchChecked('/assets/a.js')).text()).resolves.toBe('export {}')
    expect(host.asked).toEqual(['/assets/a.js default', '/assets/a.js reload'])
  })

  it('precaches nothing of the wrong type', async () => {
    const request = new Request('https://shop.example/assets/a.js')
    const html = answered('text/html')
    const script = answered('text/javascript')
    expect(await precacheTypes.cacheWillUpdate({ request, response: html })).toBeNull()
    expect(await precacheTypes.cacheWillUpdate({ request, response: script })).toBe(script)
    host.files.set('/assets/a.js', SCRIPT)
    expect(await (await precacheTypes.fetchDidSucceed({ request, response: html })).text()).toBe('export {}')
  })

  it('keeps and renews no language file that is a page', async () => {
    await expect(keepLanguage('hi', ['/assets/hi-1.js'])).rejects.toThrow('/assets/hi-1.js')
    const cache = await caches.open(LANGUAGE_CACHE)
    expect(await cache.match('/assets/hi-1.js')).toBeUndefined()
    host.files.set('/assets/hi-1.js', SCRIPT)
    await keepLanguage('hi', ['/assets/hi-1.js'])
    expect(await (await cache.match('/assets/hi-1.js'))?.text()).toBe('export {}')
    await expect(renewLanguages()).rejects.toThrow('/language-files.json')
    host.files.set('/language-files.json', { type: 'application/json', body: '{"hi":["/assets/hi-2.js"]}' })
    await expect(renewLanguages()).rejects.toThrow('/assets/hi-2.js')
    host.files.set('/assets/hi-2.js', SCRIPT)
    await renewLanguages()
    expect(await (await cache.match('/assets/hi-2.js'))?.text()).toBe('export {}')
  })
})
