import { beforeEach, expect, it } from 'vitest'
import { ASHA, BINA, backend, freshDevice, page, signIn, syncWallet } from '../../../tests/support/device/device.ts'
import { settled, until } from '../../../tests/support/device/time.ts'

freshDevice(ASHA)
beforeEach(() => {
  backend.tables.notices = [notice('n1', '2026-11-19T10:00:00+00:00'), notice('n2', '2026-11-20T09:00:00+00:00')]
})

const notice = (id: string, at: string, userId = ASHA) => ({
  id,
  user_id: userId,
  event_id: 'e1',
  ticket_id: null,
  kind: 'message',
  content: { subject: id, message: 'At six.', event_name: 'Meher Qazi - Mumbai' },
  created_at: at,
  read_at: null as string | null,
})
const mine = () => page.watch.readOnce(page.notices.watchMyNotices())
const unread = () => page.watch.readOnce(page.notices.watchUnreadNotices())

it('notices on the device: come with the wallet, newest first, and stay without a network', async () => {
  await syncWallet()
  backend.fail('lost-before', '/', 99)
  expect((await mine()).map((one) => [one.id, one.eventName])).toEqual([
    ['n2', 'Meher Qazi - Mumbai'],
    ['n1', 'Meher Qazi - Mumbai'],
  ])
  expect(await unread()).toBe(2)
})

it('notices on the device: are marked as read here and on the server', async () => {
  await syncWallet()
  await page.notices.markNoticesRead(['n1', 'n2'])
  expect(await unread()).toBe(0)
  expect(backend.tables.notices!.every((row) => row.read_at !== null)).toBe(true)
})

it('notices on the device: read without a network stay read, and the next sync tells the server and brings a new one', async () => {
  await syncWallet()
  backend.fail('lost-before', 'mark_notices_read')
  await page.notices.markNoticesRead(['n1'])
  expect(await unread()).toBe(1)
  expect(backend.tables.notices![0]!.read_at).toBeNull()
  backend.tables.notices!.push(notice('n3', '2026-11-20T09:30:00+00:00'))
  await syncWallet()
  await until(() => backend.tables.notices![0]!.read_at !== null)
  expect(await unread()).toBe(2)
})

it('notices on the device: are reported again after a report without an answer, though nothing else has changed', async () => {
  await syncWallet()
  backend.fail('lost-before', 'mark_notices_read', 2)
  await page.notices.markNoticesRead(['n1'])
  await syncWallet()
  await settled()
  expect(backend.tables.notices![0]!.read_at).toBeNull()
  await syncWallet()
  await until(() => backend.tables.notices![0]!.read_at !== null)
})

it('notices on the device: are neither shown to nor marked by the next person', async () => {
  await syncWallet()
  await signIn(BINA)
  await settled()
  expect(await mine()).toEqual([])
  await page.notices.markNoticesRead(['n1'])
  expect(backend.count('mark_notices_read')).toBe(0)
})
