import { expect, it } from 'vitest'
import { newDevice, openPage, until } from '../../../tests/support/device.ts'

it('notifies watchers of upcoming events when one is added later', async () => {
  const backend = await newDevice()
  const page = await openPage(backend)
  const seen: number[] = []
  page.catalogue.watchUpcomingEvents().subscribe((rows) => seen.push(rows.length))
  await until(() => seen.length > 0)
  const store = await page.store.openStore()
  await store.transact(['singers', 'events', 'categories', 'layouts', 'categoryLayouts'], async () => {
    await store.table('singers').put({ id: 's', name: 'x' })
    await store
      .table('events')
      .putAll([{ id: 'e', singerId: 's', date: '2027-01-01T00:00:00.000Z', status: 'scheduled' } as never])
  })
  await until(() => seen.at(-1) === 1).catch(() => undefined)
  expect(seen.at(-1)).toBe(1)
  await page.store.closeStore()
})
