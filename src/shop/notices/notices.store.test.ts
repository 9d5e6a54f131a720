import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ASHA,
  BINA,
  newDevice,
  openPage,
  settled,
  signInOn,
  until,
  type Page,
} from '../../../tests/support/device/device.ts'
import type { FakeBackend } from '../../../tests/support/device/fake-backend.ts'

let backend: FakeBackend
let page: Page

beforeEach(async () => {
  backend = await newDevice()
  page = await openPage(backend)
  await signInOn(page, backend, ASHA)
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
const sync = async () => {
  vi.setSystemTime(Date.now() + 1_000)
  return page.walletSync.syncWallet()
}
const mine = () => page.watch.readOnce(page.notices.watchMyNotices())
const unread = () => page.watch.readOnce(page.notices.watchUnreadNotices())

describe('notices on the device', () => {
  it('come with the wallet, newest first, and stay without a network', async () => {
    await sync()
    backend.fail('lost-before', '/', 99)
    expect((await mine()).map((one) => [one.id, one.eventName])).toEqual([
      ['n2', 'Meher Qazi - Mumbai'],
      ['n1', 'Meher Qazi - Mumbai'],
    ])
    expect(await unread()).toBe(2)
  })

  it('a new one changes the wallet’s digest, so that it arrives at the next sync', async () => {
    await sync()
    backend.tables.notices!.push(notice('n3', '2026-11-20T09:30:00+00:00'))
    await sync()
    expect((await mine())[0]?.id).toBe('n3')
  })

  it('are marked as read here and on the server', async () => {
    await sync()
    await page.notices.markNoticesRead(['n1', 'n2'])
    expect(await unread()).toBe(0)
    expect(backend.tables.notices!.every((row) => row.read_at !== null)).toBe(true)
  })

  it('read without a network stay read, and the server hears of it at the next sync', async () => {
    await sync()
    backend.fail('lost-before', 'mark_notices_read')
    await page.notices.markNoticesRead(['n1'])
    expect(await unread()).toBe(1)
    expect(backend.tables.notices![0]!.read_at).toBeNull()
    backend.tables.notices!.push(notice('n3', '2026-11-20T09:30:00+00:00'))
    await sync()
    await until(() => backend.tables.notices![0]!.read_at !== null)
    expect(await unread()).toBe(2)
  })

  it('are reported at the next sync, though nothing else has changed', async () => {
    await sync()
    await sync()
    backend.fail('lost-before', 'mark_notices_read')
    await page.notices.markNoticesRead(['n1'])
    expect(backend.tables.notices![0]!.read_at).toBeNull()
    await sync()
    await until(() => backend.tables.notices![0]!.read_at !== null)
  })

  it('are reported again after a report without an answer', async () => {
    await sync()
    backend.fail('lost-before', 'mark_notices_read', 2)
    await page.notices.markNoticesRead(['n1'])
    await sync()
    await settled()
    expect(backend.tables.notices![0]!.read_at).toBeNull()
    await sync()
    await until(() => backend.tables.notices![0]!.read_at !== null)
  })

  it('are neither shown to nor marked by the next person', async () => {
    await sync()
    await signInOn(page, backend, BINA)
    await settled()
    expect(await mine()).toEqual([])
    await page.notices.markNoticesRead(['n1'])
    expect(backend.count('mark_notices_read')).toBe(0)
  })
})
