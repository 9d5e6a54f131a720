import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { lookOfRow } from '#shop/settings/shop-look-row.ts'
import { FIRST_LOOK, namedManifest } from '#shop/settings/shop-look.ts'
import type { Database } from '../database/database.ts'
import { shopPage, ShopPages } from './shop-pages.ts'
import { StaticFiles } from './static-files.ts'

const html = `<head><title>Built: tickets</title><link rel="icon" href="/brand/mark.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" /><script>first()</script><script>second()</script></head>${' '.repeat(2000)}`
const odd = 'राग $& "Co" </script><b>🎶'
const row = (name: string | null, revision: number) => ({
  ...{ name, short_name: null, accent: null, logo: null as string | null, taglines: {}, revision },
  tiles: [{ number: { en: '3' }, label: { en: '</script>' } }],
})

test('the page has the name as text, and the look before the first script', () => {
  const look = lookOfRow(row(odd, 3))
  const page = shopPage(html, look)
  expect(page).toContain(
    '<title>राग $&amp; &quot;Co&quot; &lt;/script&gt;&lt;b&gt;🎶: concert tickets in India</title>',
  )
  const [written, text = ''] = /<script type="application\/json" id="shop-look">([\s\S]*?)<\/script>/.exec(page)!
  expect(JSON.parse(text)).toEqual(look)
  expect(page.indexOf(written)).toBeLessThan(page.indexOf('first()'))
  expect(page.match(/<\/script>/g)).toHaveLength(3)
})

test('a logo is the icon of the tab, of the home screen and of the installed shop; without one they are the drawn ones', () => {
  const logo = 'logo/0123456789abcdef-400x96-any'
  const at = `/storage/v1/object/public/posters/${logo}`
  const look = lookOfRow({ ...row('Raag', 2), logo })
  const page = shopPage(html, look)
  expect(page).toContain(`<link rel="icon" href="${at}-192.png" type="image/png" />`)
  expect(page).toContain(`<link rel="apple-touch-icon" href="${at}-180.png" type="image/png" />`)
  expect(page).not.toContain('/brand/mark.svg')
  const built = readFileSync(new URL('../../manifest.webmanifest', import.meta.url), 'utf8')
  const icons = (text: string) => (JSON.parse(text) as { icons: { src: string; purpose: string }[] }).icons
  expect(icons(namedManifest(built, look)).map(({ src, purpose }) => [src, purpose])).toEqual([
    [`${at}-192.png`, 'any'],
    [`${at}-512.png`, 'any'],
    [`${at}-mask.png`, 'maskable'],
  ])
  expect(namedManifest(built, look)).not.toContain('/icons/')
  const none = lookOfRow(row('Raag', 2))
  expect(icons(namedManifest(built, none))).toEqual(icons(built))
  expect(shopPage(html, none)).toContain('<link rel="icon" href="/brand/mark.svg" type="image/svg+xml" />')
})

test('what staff have not typed is the build’s', () => {
  expect(lookOfRow({ ...row(null, 1), tiles: [] })).toEqual({ ...FIRST_LOOK, revision: 1 })
  expect(lookOfRow(row('Raag', 2))).toMatchObject({ name: 'Raag', shortName: 'Raag', taglines: FIRST_LOOK.taglines })
})

test('page and manifest follow the settings, and are the last ones while the database is away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  writeFileSync(join(folder, 'index.html'), html)
  writeFileSync(join(folder, 'button.js'), 'button()')
  writeFileSync(join(folder, 'manifest.webmanifest'), JSON.stringify({ id: '/', name: 'x', short_name: 'x' }))
  let stored: object | null = row('Raag', 2)
  const query = async () => {
    if (!stored) throw new Error('away')
    return [stored]
  }
  const transaction = ((work: (sql: { query: typeof query }) => Promise<unknown>) => work({ query })) as never
  let now = 0
  const pages = new ShopPages({ transaction } as Pick<Database, 'transaction'>, new StaticFiles(folder), () => now)
  const ask = (path: string, headers = {}) =>
    pages.answer({ method: 'GET', headers: { accept: 'text/html', ...headers } } as IncomingMessage, path)
  const text = async (path: string) => String((await ask(path)).body)
  expect(await text('/concerts')).toContain('<title>Raag: ')
  expect(JSON.parse(await text('/manifest.webmanifest'))).toEqual({
    ...{ id: '/', name: 'Raag: concert tickets in India', short_name: 'Raag' },
  })
  const { etag } = (await ask('/')).headers
  expect((await ask('/', { 'if-none-match': etag })).status).toBe(304)
  expect(await text('/button.js')).toBe('button()')
  stored = { ...row('Taal', 3), accent: '#1c3f99' }
  now += 2_000
  const packed = await ask('/', { 'if-none-match': etag, 'accept-encoding': 'br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(packed.body as Buffer))).toContain('<title>Taal: ')
  expect(await text('/button.js')).toMatch(
    /^\(document\.currentScript\?\.dataset\?\?\{\}\)\.colours="--accent:#1c3f99;--accent-hover:#\w{6};--accent-ink:#ffffff\|--accent:#405ea9;[^|]+";button\(\)$/,
  )
  stored = null
  now += 2_000
  expect(await text('/')).toContain('<title>Taal: ')
})
