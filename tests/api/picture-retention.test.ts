import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inDatabase } from '../support/database/database.ts'
import { startShop, type Shop } from '../support/server/shop.ts'
import { demoPerson, newCustomer } from '../support/server/visitor.ts'
import { picturePath, upload } from './support/cast.ts'

let shop: Shop

beforeAll(async () => {
  shop = await startShop({ template: 'demo', on: 'postgres' })
})
afterAll(async () => shop?.dispose())

/** A server looks at once when it starts, then every few hours. */
const looksAgain = (): Promise<void> => shop.restart()

const filesOnDisk = (): number => {
  const folder = join(shop.dataDir, 'files')
  if (!existsSync(folder)) throw new Error(`There is no ${folder}`)
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length
}

test('deletes screenshots some days after the decision and keeps those under review', async () => {
  const decided = await inDatabase(shop, async (sql) => {
    await sql.query(`update storage.objects set created_at = now() - interval '40 days' where bucket_id = 'payments'`)
    await sql.query(
      `update public.payments set reviewed_at = now() - interval '31 days' where status = 'approved' and reviewed_at is not null`,
    )
    await sql.query(`update public.payments set reviewed_at = now() - interval '29 days' where status = 'rejected'`)
    return sql.query<{ status: string; n: number }>(
      `select p.status, count(*)::int as n from storage.objects o join public.payments p on p.screenshot_url = o.name
        group by 1 order by 1`,
    )
  })
  await looksAgain()
  const before = Object.fromEntries(decided.map((row) => [row.status, row.n]))
  expect(before['approved']).toBeGreaterThan(0)
  expect(before['pending']).toBeGreaterThan(0)
  expect(before['rejected']).toBeGreaterThan(0)
  await expect.poll(() => shop.log(), { timeout: 20_000 }).toContain('deleted, as the settings say')

  const admin = await demoPerson(shop, 'admin')
  const { data } = await admin.client.from('payments').select('status, screenshot_url').neq('screenshot_url', '')
  for (const payment of data ?? []) {
    const picture = await admin.client.storage.from('payments').download(payment.screenshot_url)
    expect(Boolean(picture.data), `${payment.status} ${payment.screenshot_url}`).toBe(payment.status !== 'approved')
  }
  expect(filesOnDisk()).toBe(before['pending']! + before['rejected']!)
})

test('deletes a picture without a payment after a day', async () => {
  const farah = await newCustomer(shop, 'Farah')
  const paths = [picturePath(farah), picturePath(farah)]
  for (const path of paths) expect(await upload(farah, path)).toBeNull()
  const before = filesOnDisk()
  await inDatabase(shop, (sql) =>
    sql.query(`update storage.objects set created_at = now() - interval '25 hours' where name = $1`, [paths[0]]),
  )
  await looksAgain()
  await expect.poll(filesOnDisk, { timeout: 20_000 }).toBe(before - 1)
  // Its row goes after its file.
  const listed = async () => (await farah.client.storage.from('payments').list(farah.id)).data?.map(({ name }) => name)
  await expect.poll(listed, { timeout: 20_000 }).toEqual([paths[1]])
})

test('deletes the poster that no event names after a day, with its file, and admins delete any', async () => {
  const { storage } = (await demoPerson(shop, 'admin')).client
  const posters = storage.from('posters')
  // The header of an AVIF and some bytes: nothing decodes it here.
  const avif = Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavif0000mif1miaf')])
  const named = (hash: string): string => `eeeeeeee-0000-4000-8000-000000000001/${hash.repeat(4)}-1280x1600-webp`
  const [unused, kept] = [`${named('0123')}-640.avif`, `${named('89ab')}-320.avif`]
  const before = filesOnDisk()
  for (const path of [unused, kept])
    expect((await posters.upload(path, avif, { contentType: 'image/avif' })).error).toBeNull()
  const opens = async (path: string) => (await fetch(posters.getPublicUrl(path).data.publicUrl)).status
  expect([await opens(unused), await opens(kept)]).toEqual([200, 200])
  await inDatabase(shop, async (sql) => {
    await sql.query(`update storage.objects set created_at = now() - interval '2 days' where bucket_id = 'posters'`)
    await sql.query(
      `update public.events set poster = $1, poster_alt = 'x' where id = (select id from public.events order by id limit 1)`,
      [named('89ab')],
    )
  })
  await looksAgain()
  await expect.poll(() => opens(unused), { timeout: 20_000 }).toBe(404)
  expect([await opens(kept), filesOnDisk()]).toEqual([200, before + 1])
  // As the console does on a hosted project.
  expect((await posters.remove([kept])).error).toBeNull()
  expect([await opens(kept), filesOnDisk()]).toEqual([404, before])
})
