import { expect, it, vi } from 'vitest'
import { log } from '../log.ts'
import { startPictureRetention } from './picture-retention.ts'

it('deletes every screenshot that is due in one run, however many there are', async () => {
  const say = vi.spyOn(log, 'say').mockReturnValue()
  const due = Array.from({ length: 1_234 }, (_, n) => `picture-${n}`)
  const database = {
    query: async (text: string, values: unknown[] = []) => {
      if (text.startsWith('delete from storage.objects')) due.splice(due.indexOf(values[0] as string), 1)
      const most = Number(/limit (\d+)/.exec(text)?.[1] ?? 0)
      return due.slice(0, most).map((name) => ({ name }))
    },
  }
  const files: string[] = []
  const stored = { deleteObject: async (_bucket: string, name: string) => void files.push(name) }
  const stop = startPictureRetention(database as never, stored)
  await vi.waitFor(() => expect(due).toEqual([]))
  await stop()
  expect(files).toHaveLength(1_234)
  expect(say.mock.calls).toEqual([['1234 payment screenshots deleted, as the settings say.']])
})
