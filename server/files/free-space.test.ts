import { expect, test } from 'vitest'
import { FreeSpace } from './free-space.ts'

const MB = 1024 * 1024

test('uploads to one folder take turns; other folders do not wait', async () => {
  const room = new FreeSpace(async () => 0, 0)
  const steps: string[] = []
  const end = await room.take('/object/payments/a/1.png')
  const second = room.take('/object/payments/a/2.png').then((done) => {
    steps.push('second')
    done()
  })
  const other = await room.take('/object/payments/b/1.png')
  steps.push('other')
  other()
  steps.push('first')
  end()
  await second
  expect(steps).toEqual(['other', 'first', 'second'])
})

test('refuses uploads below the limit, but not at 0 or when the disk cannot be read', async () => {
  expect(await new FreeSpace(async () => 999 * MB, 1000).isFull()).toBe(true)
  expect(await new FreeSpace(async () => 1000 * MB, 1000).isFull()).toBe(false)
  expect(await new FreeSpace(async () => 0, 0).isFull()).toBe(false)
  expect(await new FreeSpace(() => Promise.reject(new Error('no such folder')), 1000).isFull()).toBe(false)
})

test('warns staff before uploads are refused, and stops when there is space again', async () => {
  const asked: unknown[][] = []
  const database = {
    query: async <Row>(sql: string, values: readonly unknown[] = []) => {
      asked.push([sql.trim().split(' ')[0], ...values])
      return [] as Row[]
    },
  }
  await new FreeSpace(async () => 1999 * MB, 1000).announce(database)
  await new FreeSpace(async () => 2000 * MB, 1000).announce(database)
  expect(asked).toEqual([['insert', '{"free_mb":1999,"least_mb":1000}'], ['delete']])
})
