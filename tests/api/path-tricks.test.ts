import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { bearer, newCustomer, type Customer } from '../support/server/visitor.ts'
import { picturePath, png, raw, upload } from './support/cast.ts'

/** Paths that no client library sends, sent unchanged. */

let shop: Shop
let farah: Customer
let joseph: Customer
let theirs = ''

beforeAll(async () => {
  shop = await startShop({ template: 'empty' })
  farah = await newCustomer(shop, 'Farah')
  joseph = await newCustomer(shop, 'Joseph')
  theirs = picturePath(farah)
  expect(await upload(farah, theirs)).toBeNull()
})
afterAll(async () => shop?.dispose())

const ask = (method: string, path: string) =>
  raw(
    shop,
    path,
    { apikey: EMBEDDED_PUBLISHABLE_KEY, ...bearer(joseph), 'content-type': 'image/png', host: 'localhost' },
    method,
    method === 'POST' || method === 'PUT' ? png : undefined,
  )

const everyFile = (): string[] =>
  readdirSync(shop.dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !join(entry.parentPath, entry.name).includes(`${shop.dataDir}/database`))
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()

test('no spelling of a path reaches another’s picture or leaves the bucket', async () => {
  const before = everyFile()
  const name = theirs.split('/')[1]!
  const fresh = `1790000000000-${randomUUID()}.png`
  const tricks = [
    theirs,
    `${joseph.id}/../${theirs}`,
    `${joseph.id}/%2e%2e/${theirs}`,
    `${joseph.id}/..%2f${farah.id}%2f${name}`,
    `${joseph.id}%2f..%2f${theirs}`,
    `${joseph.id}/..%5c${farah.id}%5c${name}`,
    `${joseph.id}/%252e%252e/${theirs}`,
    `./${theirs}`,
    `/${theirs}`,
    `${farah.id.toUpperCase()}/${name}`,
    `${farah.id}/${fresh}`,
    `${joseph.id}/../${farah.id}/${fresh}`,
    `${joseph.id}/..%2f..%2f..%2f..%2fsecrets.json`,
    `..%2f..%2fsecrets.json`,
    `%2e%2e/%2e%2e/secrets.json`,
    `%2fetc%2fpasswd`,
    `${joseph.id}/${fresh}%00.png`,
    `${joseph.id}/%zz${fresh}`,
    `${joseph.id}/%ff%fe${fresh}`,
    `${joseph.id}/${fresh}/`,
    `${joseph.id}/.${fresh}`,
    `${joseph.id}/${'x'.repeat(3000)}.png`,
  ]
  for (const trick of tricks) {
    for (const method of ['GET', 'HEAD', 'POST', 'PUT']) {
      const { status, body } = await ask(method, `/storage/v1/object/payments/${trick}`)
      expect(status, `${method} ${trick}`).toBeGreaterThanOrEqual(400)
      expect(status, `${method} ${trick}`).toBeLessThan(500)
      expect(body.includes('jwtSecret') || body.includes('root:') || body.equals(png), `${method} ${trick}`).toBe(false)
    }
    const info = await ask('GET', `/storage/v1/object/info/payments/${trick}`)
    expect(info.status, `info of ${trick}`).toBeGreaterThanOrEqual(400)
  }
  expect(everyFile()).toEqual(before)
  expect(existsSync(join(shop.dataDir, 'secrets.json'))).toBe(true)
  const own = await farah.client.storage.from('payments').download(theirs)
  expect(Buffer.from(await own.data!.arrayBuffer()).equals(png)).toBe(true)
})
