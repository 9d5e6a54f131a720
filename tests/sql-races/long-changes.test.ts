import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSaleDatabase, type SaleDatabase } from './sale-database.ts'

let shop: SaleDatabase

beforeAll(async () => {
  shop = await openSaleDatabase(4)
})
afterAll(async () => {
  await shop?.stop()
})

interface Point {
  until: string | null
  mark: string
  known: boolean | null
}
const syncPoint = async (mark: string | null = null): Promise<Point> =>
  (await shop.sql<{ point: Point }[]>`select public.sync_point(${mark}) as point`)[0]!.point

it('an open transaction is read by the next sync after it ends, however long it takes', async () => {
  await shop.event()
  const id = randomUUID()
  const written = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<Point>()
  const importing = shop.sql.begin(async (tx) => {
    await tx`insert into public.singers (id, name) values (${id}, ${`Singer ${id}`})`
    written.resolve()
    await asked.promise
  })
  await written.promise
  const others = randomUUID()
  await shop.sql`insert into public.singers (id, name) values (${others}, ${`Singer ${others}`})`
  const during = await syncPoint()
  asked.resolve(during)
  await importing
  const changed = await shop.sql<{ id: string }[]>`
    select id from public.singers where updated_at >= ${during.until}`
  expect(changed.map((row) => row.id)).toContain(id)

  // The other change ended earlier, so no device takes the shop for restored.
  expect((await syncPoint(during.mark)).known).toBe(true)
  const after = await syncPoint()
  expect(Date.parse(after.until!)).toBeGreaterThan(Date.parse(during.until!))
  expect(after.mark).not.toBe(during.mark)
})

it('a long read blocks no one', async () => {
  const asked = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<Date>()
  const dump = shop.sql.begin(async (tx) => {
    const [row] = await tx<{ at: Date }[]>`select clock_timestamp() as at, (select count(*) from public.events)`
    reading.resolve(row!.at)
    await asked.promise
  })
  const began = await reading.promise
  const { until } = await syncPoint()
  asked.resolve()
  await dump
  expect(Date.parse(until!)).toBeGreaterThanOrEqual(began.getTime())
})

it('nothing counts as settled while another role’s transaction hides its start time', async () => {
  const id = randomUUID()
  // Some hosts run the shop as a role that is no superuser.
  await shop.sql`create role keeper nologin`
  await shop.sql`grant usage on schema private, public to keeper`
  await shop.sql`alter function private.settled_until() owner to keeper`
  const asked = Promise.withResolvers<Point>()
  const written = Promise.withResolvers<void>()
  const other = shop.sql.begin(async (tx) => {
    await tx`insert into public.singers (id, name) values (${id}, ${`Singer ${id}`})`
    written.resolve()
    await asked.promise
  })
  await written.promise
  const during = await syncPoint()
  asked.resolve(during)
  await other
  expect(during.until).toBeNull()
  expect((await syncPoint()).until).not.toBeNull()
})
