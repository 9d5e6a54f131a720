import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Picture } from '../../server/demo/picture.ts'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import { type Shop, type ShopPostgres, startShop, startShopPostgres } from '../support/server/shop.ts'
import { newCustomer, type Customer } from '../support/server/visitor.ts'
import { line, payment } from './support/cast.ts'

const MAX_A_DAY = 100
const MAX_UNKNOWN = 10

const colour = (n: number): Buffer => new Picture(12, 12, [n % 256, 1, 2]).toPng()

async function upload(shop: Shop, person: Customer, path: string, bytes: Buffer): Promise<string> {
  const answer = await fetch(`${shop.url}/storage/v1/object/payments/${path}`, {
    method: 'POST',
    headers: {
      apikey: EMBEDDED_PUBLISHABLE_KEY,
      authorization: `Bearer ${person.token}`,
      'content-type': 'image/png',
    },
    body: new Uint8Array(bytes),
  })
  const said = (await answer.json()) as { statusCode?: string }
  return answer.ok ? 'stored' : `${answer.status} ${said.statusCode ?? ''}`
}

const counted = (answers: string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1
  return counts
}

const files = (shop: Shop): string[] => {
  const folder = join(shop.dataDir, 'files')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe.each(['embedded', 'PostgreSQL'])('%s', (engine) => {
  let postgres: ShopPostgres | undefined
  let shop: Shop

  beforeAll(async () => {
    if (engine === 'PostgreSQL') {
      postgres = await startShopPostgres('empty')
      shop = await startShop({ dataDir: postgres.dataDir, env: { DATABASE_URL: postgres.url, DEMO: '' } })
    } else {
      shop = await startShop({ template: 'empty' })
    }
  })
  afterAll(async () => {
    await shop?.dispose()
    await postgres?.stop().catch(() => undefined)
  })

  test('stores a hundred of a hundred and forty uploads at once', async () => {
    const farah = await newCustomer(shop, 'Farah')
    const order = randomUUID()
    const submitted = await farah.client.rpc('submit_payment', payment(farah, order, line(randomUUID(), 'A1')))
    expect(submitted.error).toBeNull()
    const before = files(shop).length
    const answers = await Promise.all(
      Array.from({ length: 140 }, (_, n) =>
        upload(shop, farah, `${farah.id}/${1_790_000_000_000 + n}-${order}.png`, colour(n)),
      ),
    )
    expect(counted(answers)).toEqual({ stored: MAX_A_DAY, '400 403': 40 })
    expect(files(shop).length - before).toBe(MAX_A_DAY)
    const said = await farah.client.rpc('check_payment_status', { p_transaction_id: submitted.data.transaction_id })
    expect(said.error).toBeNull()
  })

  test('stores one of twelve uploads to one path, answers the others with a duplicate, and overwrites nothing', async () => {
    const joseph = await newCustomer(shop, 'Joseph')
    const path = `${joseph.id}/1790000000000-${randomUUID()}.png`
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => upload(shop, joseph, path, colour(n))))
    expect(counted(answers)).toEqual({ stored: 1, '400 409': 11 })
    const { data } = await joseph.client.storage.from('payments').download(path)
    const bytes = Buffer.from(await data!.arrayBuffer())
    expect(bytes.equals(colour(answers.indexOf('stored')))).toBe(true)
    const kept = files(shop).filter((file) => file.includes(joseph.id))
    expect(kept.map((file) => readFileSync(file).equals(bytes))).toEqual([true])
  })

  test('limits pictures for unknown orders', async () => {
    const asha = await newCustomer(shop, 'Asha')
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        upload(shop, asha, `${asha.id}/1790000000000-${randomUUID()}.png`, colour(n)),
      ),
    )
    expect(counted(answers)).toEqual({ stored: MAX_UNKNOWN, '400 403': 20 })
  })

  test('refuses uploads on a nearly full disk', async () => {
    await shop.restart({ LIMITS_FREE_MB: '10000000' })
    const ravi = await newCustomer(shop, 'Ravi')
    expect(await upload(shop, ravi, `${ravi.id}/1790000000000-${randomUUID()}.png`, colour(1))).toBe('429 429')
  })
})
