import { mkdirSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { tempFolder } from '../../tests/support/server/temp-folder.ts'
import { acceptedEncoding } from '../http/http-message.ts'
import { cleanPath, isHashed, isNavigation, StaticFiles } from './static-files.ts'

const html = `<!doctype html><title>Mehfil</title>${'<p>seats</p>'.repeat(200)}`
const code = `console.log(${'1+'.repeat(900)}1)`
const folder = join(tempFolder(), 'pages')
let pages: StaticFiles

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  pages.answer({ method, headers } as unknown as IncomingMessage, path)

beforeAll(() => {
  mkdirSync(join(folder, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'service-worker.js'), code)
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}')
  writeFileSync(join(folder, 'button.js'), code)
  writeFileSync(join(folder, 'assets/app-Dk3_9aXz.js'), code)
  writeFileSync(join(folder, 'assets/app-Dk3_9aXz.js.br'), brotliCompressSync(Buffer.from(code)))
  writeFileSync(join(folder, '.built-from'), 'secret')
  writeFileSync(join(folder, '..', 'mehfil-outside.txt'), 'outside')
  pages = new StaticFiles(folder)
})

describe('the pages', () => {
  test('caches hashed assets for a year and revalidates everything else', async () => {
    expect((await ask('/assets/app-Dk3_9aXz.js')).headers['cache-control']).toBe('public, max-age=31536000, immutable')
    for (const path of ['/', '/index.html', '/service-worker.js', '/manifest.webmanifest']) {
      const answer = await ask(path)
      expect(answer.status, path).toBe(200)
      expect(answer.headers['cache-control'], path).toBe('no-cache')
    }
  })

  test('lets other sites load the button, and nothing else', async () => {
    const shared = { 'cross-origin-resource-policy': 'cross-origin', 'access-control-allow-origin': '*' }
    expect((await ask('/button.js')).headers).toMatchObject({ ...shared, 'cache-control': 'public, max-age=3600' })
    for (const path of ['/', '/service-worker.js', '/assets/app-Dk3_9aXz.js'])
      for (const name of Object.keys(shared)) expect((await ask(path)).headers, path).not.toHaveProperty(name)
  })

  test('answers a page of the app with index.html, revalidated', async () => {
    const answer = await ask('/events/8a1', { accept: 'text/html,*/*' })
    expect(answer.status).toBe(200)
    expect(String(answer.body)).toBe(html)
    expect(answer.headers['cache-control']).toBe('no-cache')
  })

  test('answers a page to a program that previews links', async () => {
    for (const path of ['/', '/concerts', '/events/8a1'])
      expect((await ask(path, { accept: '*/*', 'sec-fetch-mode': 'cors' })).status, path).toBe(200)
    expect((await ask('/assets/gone.js', { accept: '*/*', 'sec-fetch-mode': 'cors' })).status).toBe(404)
  })

  test('answers 404 for a missing file of a page', async () => {
    for (const path of ['/assets/app-gone0000.js', '/posters/none.svg', '/favicon.ico', '/assets/']) {
      expect((await ask(path, { accept: 'text/html,*/*' })).status, path).toBe(404)
    }
    expect((await ask('/events/8a1', { accept: 'application/json' })).status).toBe(404)
    expect((await ask('/rest/v2/x', { accept: 'text/html' })).status).toBe(404)
  })

  test.each([
    '/../mehfil-outside.txt',
    '/..%2fmehfil-outside.txt',
    '/assets/../../mehfil-outside.txt',
    '/%2e%2e/mehfil-outside.txt',
    '/..\\mehfil-outside.txt',
    '/assets/..%5c..%5cmehfil-outside.txt',
    '/%00',
    '/%',
    '/.env',
    '/.git/config',
  ])('%s never leaves the folder', async (path) => {
    const answer = await ask(path)
    expect([400, 404]).toContain(answer.status)
    expect(String(answer.body)).not.toContain('outside')
  })

  test('does not serve the build’s own notes', async () => {
    expect((await ask('/.built-from')).status).toBe(404)
    expect((await ask('/assets/app-Dk3_9aXz.js.br')).status).toBe(404)
  })

  test('compresses as the browser accepts, with the same content', async () => {
    const br = await ask('/assets/app-Dk3_9aXz.js', { 'accept-encoding': 'gzip, deflate, br' })
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    expect(brotliDecompressSync(br.body as Buffer).toString()).toBe(code)
    const gz = await ask('/index.html', { 'accept-encoding': 'gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.body as Buffer).toString()).toBe(html)
    const plain = await ask('/index.html')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.headers.vary).toBe('Accept-Encoding')
    expect(new Set([br.headers.etag, gz.headers.etag, plain.headers.etag]).size).toBe(3)
  })

  test('answers 304 for a known version, 200 for another version or encoding', async () => {
    const { etag = '' } = (await ask('/index.html')).headers
    expect((await ask('/index.html', { 'if-none-match': etag })).status).toBe(304)
    expect((await ask('/index.html', { 'if-none-match': `W/${etag}, "x"` })).status).toBe(304)
    expect((await ask('/index.html', { 'if-none-match': '"x"' })).status).toBe(200)
    expect((await ask('/index.html', { 'if-none-match': etag, 'accept-encoding': 'br' })).status).toBe(200)
    const { 'last-modified': modified = '' } = (await ask('/index.html')).headers
    expect((await ask('/index.html', { 'if-modified-since': modified })).status).toBe(304)
    expect((await ask('/index.html', { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200)
  })

  test('refuses other methods', async () => {
    expect((await ask('/index.html', {}, 'POST')).status).toBe(405)
    expect((await ask('/events/1', { accept: 'text/html' }, 'POST')).status).toBe(404)
    expect((await ask('/index.html', {}, 'HEAD')).status).toBe(200)
  })

  test('answers 503 when nothing is built', async () => {
    const nothing = new StaticFiles(join(folder, 'none'))
    const answer = await nothing.answer({ method: 'GET', headers: {} } as unknown as IncomingMessage, '/')
    expect(answer.status).toBe(503)
    expect(String(answer.body)).toContain('not built yet')
  })
})

describe('addresses', () => {
  test('with a content hash are recognized', () => {
    expect(isHashed('/assets/app-Dk3_9aXz.js')).toBe(true)
    expect(isHashed('/assets/fonts/anek-latin-B1x-9aXz.woff2')).toBe(true)
    for (const path of ['/assets/app.js', '/service-worker-Dk3_9aXz.js', '/posters/mor.svg', '/assets/app-short.js']) {
      expect(isHashed(path), path).toBe(false)
    }
  })

  test('are decoded once', () => {
    expect(cleanPath('/a%20b')).toBe('/a b')
    expect(cleanPath('/%252e%252e/x')).toBe('/%2e%2e/x')
    expect(cleanPath('/a..b/c')).toBe('/a..b/c')
  })

  test('of pages are recognized as navigations', () => {
    expect(isNavigation('GET', '/cart', { 'sec-fetch-mode': 'navigate', accept: 'text/html' })).toBe(true)
    expect(isNavigation('GET', '/cart', {})).toBe(true)
    expect(isNavigation('POST', '/cart', { accept: 'text/html' })).toBe(false)
    expect(isNavigation('GET', '/rest/v1/events', { accept: 'text/html' })).toBe(false)
    expect(isNavigation('GET', '/auth/callback', { accept: 'text/html' })).toBe(true)
  })

  test('select the encoding that the browser prefers', () => {
    expect(acceptedEncoding(undefined)).toBeNull()
    expect(acceptedEncoding('gzip, br')).toBe('br')
    expect(acceptedEncoding('br;q=0, gzip')).toBe('gzip')
    expect(acceptedEncoding('identity')).toBeNull()
    expect(acceptedEncoding('*')).toBe('br')
  })
})
