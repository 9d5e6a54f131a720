import { mkdtempSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { lookOfRow } from '#shop/settings/shop-look-row.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import type { Database } from '../database/database.ts'
import { shopPage, ShopPages } from './shop-pages.ts'
import { StaticFiles } from './static-files.ts'

const html = `<head><title>Built: tickets</title><script>first()</script><script>second()</script></head>${' '.repeat(2000)}`
const odd = 'राग $& "Co" </script><b>🎶'
const row = (name: string | null, revision: number) => ({
  ...{ name, short_name: null, accent: null, taglines: {}, revision },
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

test('what staff have not typed is the build’s', () => {
  expect(lookOfRow({ ...row(null, 1), tiles: [] })).toEqual({ ...FIRST_LOOK, revision: 1 })
  expect(lookOfRow(row('Raag', 2))).toMatchObject({ name: 'Raag', shortName: 'Raag', taglines: FIRST_LOOK.taglines })
})

test('page and manifest follow the settings, and are the last ones while the database is away', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  writeFileSync(join(folder, 'index.html'), html)
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
  stored = row('Taal', 3)
  now += 2_000
  const packed = await ask('/', { 'if-none-match': etag, 'accept-encoding': 'br' })
  expect(packed.headers['content-encoding']).toBe('br')
  expect(String(brotliDecompressSync(packed.body as Buffer))).toContain('<title>Taal: ')
  stored = null
  now += 2_000
  expect(await text('/')).toContain('<title>Taal: ')
})
