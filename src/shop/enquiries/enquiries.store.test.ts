import { expect, it, vi } from 'vitest'
import { ASHA, BINA, backend, freshDevice, page, signIn } from '../../../tests/support/device/device.ts'
import { pass } from '../../../tests/support/device/time.ts'

const message = {
  id: 'cccccccc-0000-4000-8000-000000000001',
  name: 'Asha',
  email: 'asha@example.com',
  topic: 'general',
  message: 'Is there a ramp?',
  orderCode: '',
}

const arrived = () => backend.calls.filter((call) => call.path.endsWith('/rpc/send_contact_message'))
const waiting = () => page.watch.readOnce(page.messages.watchWaitingMessages())

freshDevice()

const leavesOffline = async () => {
  backend.fail('lost-before', 'send_contact_message', 100)
  const answer = page.messages.leaveMessage(message)
  await pass(10_000)
  return answer
}

it('a message to the shop is sent at once and no longer stored', async () => {
  expect(await page.messages.leaveMessage(message)).toEqual({ ok: true, value: 'sent' })
  expect(await waiting()).toEqual([])
  expect(arrived()).toHaveLength(1)
})

it('a message to the shop is stored while the server is away, and sent later under the same id', async () => {
  expect(await leavesOffline()).toEqual({ ok: true, value: 'kept' })
  expect(await waiting()).toMatchObject([{ id: message.id, attempts: 1 }])
  backend.faults = []
  await pass(60_000)
  await page.messages.sendMessages()
  expect(await waiting()).toEqual([])
  expect(arrived().at(-1)?.body).toMatchObject({ p_message: { id: message.id, message: message.message } })
})

it('a message to the shop ignores a retry time set by a clock that was ahead', async () => {
  const right = Date.now()
  vi.setSystemTime(right + 3 * 86_400_000)
  await leavesOffline()
  backend.faults = []
  vi.setSystemTime(right)
  await page.messages.sendMessages()
  expect(await waiting()).toEqual([])
})

it('a message to the shop counts as sent on a device that became full meanwhile', async () => {
  const table = await page.store.table('messages')
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  expect(await page.messages.leaveMessage(message)).toEqual({ ok: true, value: 'sent' })
  vi.restoreAllMocks()
  expect(await table.all()).toHaveLength(1)
  await page.messages.sendMessages()
  expect(await waiting()).toEqual([])
  expect(new Set(arrived().map((call) => (call.body as { p_message: { id: string } }).p_message.id)).size).toBe(1)
})

it('a message to the shop is not sent after it was discarded', async () => {
  await leavesOffline()
  const before = arrived().length
  await page.messages.discardMessage(message.id)
  backend.faults = []
  await pass(60_000)
  await page.messages.sendMessages()
  expect(arrived()).toHaveLength(before)
})

it('a message to the shop is hidden from other accounts, counts as unsent, and is sent when its author is back', async () => {
  await signIn(ASHA)
  await leavesOffline()
  expect(await page.session.unsentOf(ASHA)).toBe(1)
  await page.session.leave(true)
  backend.faults = []
  const before = arrived().length
  await signIn(BINA)
  await page.session.eraseOthers(BINA)
  await pass(60_000)
  await page.messages.sendMessages()
  await page.messages.discardMessage(message.id)
  expect(await waiting()).toEqual([])
  expect(arrived()).toHaveLength(before)
  await page.session.leave(false)
  await signIn(ASHA)
  expect(await waiting()).toHaveLength(1)
  await page.messages.sendMessages()
  expect(await waiting()).toEqual([])
  expect(arrived()).toHaveLength(before + 1)
})

it('a message to the shop is removed when its author signs out and discards it', async () => {
  await signIn(ASHA)
  await leavesOffline()
  await page.session.leave(false)
  await signIn(ASHA)
  expect(await waiting()).toEqual([])
})
