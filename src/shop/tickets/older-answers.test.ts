import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ASHA, backend, freshDevice, openTab, page, signIn } from '../../../tests/support/device/device.ts'
import { grantEveryLock } from '../../../tests/support/device/locks.ts'
import { settled } from '../../../tests/support/device/time.ts'
import { haveSent, ticketOnServer } from '../../../tests/support/concerts/sale-rows.ts'

const ORDER = '10000000-0000-4000-8000-000000000001'

freshDevice(ASHA)
beforeEach(() => haveSent(ORDER))

const later = (ms = 1_000) => vi.setSystemTime(Date.now() + ms)
const approve = () => {
  Object.assign(backend.tables.payments![0]!, { status: 'approved', reviewed_at: '2026-11-20T10:00:00+00:00' })
  backend.tables.user_tickets = [ticketOnServer('t1', ASHA, { payment_id: `payment-of-${ORDER}` })]
}
const tickets = async () => (await page.watch.readOnce(page.wallet.watchMyTickets())).map((ticket) => ticket.id)
const status = async () => (await page.watch.readOnce(page.wallet.watchMyPayments()))[0]?.status

describe('an answer requested before an approval that arrives after it', () => {
  it('of a sync keeps the payment approved and its ticket stored', async () => {
    await page.walletSync.syncWallet()
    expect(await status()).toBe('pending')
    backend.role = 'gate'
    later()
    const answer = backend.hold('/my_wallet')
    const slow = page.walletSync.syncWallet()
    await answer.arrived
    approve()
    later()
    await page.wallet.checkPayment(ORDER)
    expect(await page.wallet.confirmTickets(ORDER)).toMatchObject({ ok: true, value: [{ id: 't1' }] })
    answer.release()
    expect(await slow).toMatchObject({ ok: true })
    expect([await status(), await tickets()]).toEqual(['approved', ['t1']])
    // The kept rows are read again, even with an unchanged digest.
    later()
    backend.tables.user_tickets = []
    await page.walletSync.syncWallet()
    expect(await tickets()).toEqual([])
  })

  it('of a payment check keeps it approved', async () => {
    await page.walletSync.syncWallet()
    later()
    const answer = backend.hold('/check_payment_status')
    const slow = page.wallet.checkPayment(ORDER)
    await answer.arrived
    approve()
    later()
    await page.walletSync.syncWallet()
    expect(await status()).toBe('approved')
    answer.release()
    expect(await slow).toMatchObject({ ok: true, value: { status: 'approved' } })
    expect(await status()).toBe('approved')
  })

  it('of another tab whose lock was taken over is not stored', async () => {
    // As when the holder of the lock does not answer.
    grantEveryLock()
    const other = await openTab()
    await page.walletSync.syncWallet()
    backend.role = 'gate'
    later()
    const answer = backend.hold('/my_wallet')
    const slow = other.walletSync.syncWallet()
    await answer.arrived
    backend.role = null
    approve()
    later()
    await page.walletSync.syncWallet()
    expect(await tickets()).toEqual(['t1'])
    answer.release()
    expect(await slow).toEqual({ ok: true, value: { tickets: [] } })
    expect([await status(), await tickets()]).toEqual(['approved', ['t1']])
    await other.store.closeStore()
  })
})

describe('a decision that the server no longer has', () => {
  it('is undone by a later answer', async () => {
    approve()
    await page.walletSync.syncWallet()
    expect(await status()).toBe('approved')
    Object.assign(backend.tables.payments![0]!, { status: 'pending', reviewed_at: null })
    backend.tables.user_tickets = []
    later()
    await page.walletSync.syncWallet()
    expect([await status(), await tickets()]).toEqual(['pending', []])
  })

  it('is undone even after the device’s clock was set back by days', async () => {
    later(5 * 24 * 3_600_000)
    await signIn(ASHA)
    approve()
    await page.walletSync.syncWallet()
    later(-5 * 24 * 3_600_000)
    backend.tables.user_tickets = []
    await page.walletSync.syncWallet()
    expect(await tickets()).toEqual([])
  })
})

it('the own profile is the server’s after two tabs saved at once, in any order of the answers', async () => {
  await page.walletSync.syncWallet()
  const other = await openTab()
  // The server saves this tab’s change first, but its answer arrives last.
  const answer = backend.hold('/save_profile')
  const first = page.profile.saveProfile({ name: 'First' })
  await answer.arrived
  later()
  await other.profile.saveProfile({ name: 'Second' })
  answer.release()
  expect(await first).toMatchObject({ ok: true, value: { name: 'Second' } })
  await settled()
  expect(await page.profile.storedProfile()).toMatchObject({ name: 'Second' })
  await other.store.closeStore()
})
