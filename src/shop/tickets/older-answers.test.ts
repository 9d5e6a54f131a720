import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ASHA,
  grantEveryLock,
  BACKEND_URL,
  newDevice,
  openPage,
  settled,
  signInOn,
  until,
  type Page,
} from '../../../tests/support/device/device.ts'
import type { FakeBackend } from '../../../tests/support/device/fake-backend.ts'
import { haveSent, ticketOnServer } from '../../../tests/support/concerts/sale-rows.ts'

const ORDER = '10000000-0000-4000-8000-000000000001'
let backend: FakeBackend
let page: Page
let held: { release: () => void; arrived: () => number } | undefined

beforeEach(async () => {
  backend = await newDevice()
  page = await openPage(backend)
  await signInOn(page, backend, ASHA)
  await haveSent(page, backend, { orderId: ORDER, userId: ASHA })
})
afterEach(async () => {
  held?.release()
  vi.restoreAllMocks()
})

/** Delays the first answers to `path` until they are released; each answers as of its request. */
function holdAnswers(on: Page, path: string, most = Infinity): void {
  const gate = Promise.withResolvers<void>()
  let arrived = 0
  const fetch = (async (...asked: Parameters<typeof backend.fetch>) => {
    const answer = await backend.fetch(...asked)
    if (String(asked[0]).includes(path) && arrived < most) {
      arrived++
      await gate.promise
    }
    return answer
  }) as typeof backend.fetch
  on.configureBackend({ sessionStorage: on.session.sessionOnDevice, url: BACKEND_URL, key: 'test-key', fetch })
  held = { release: gate.resolve, arrived: () => arrived }
}
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
    holdAnswers(page, '/user_tickets', 1)
    const slow = page.walletSync.syncWallet()
    await until(() => held?.arrived() === 1)
    approve()
    later()
    await page.wallet.checkPayment(ORDER)
    expect(await page.wallet.confirmTickets(ORDER)).toMatchObject({ ok: true, value: [{ id: 't1' }] })
    held?.release()
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
    holdAnswers(page, '/check_payment_status', 1)
    const slow = page.wallet.checkPayment(ORDER)
    await until(() => held?.arrived() === 1)
    approve()
    later()
    await page.walletSync.syncWallet()
    expect(await status()).toBe('approved')
    held?.release()
    expect(await slow).toMatchObject({ ok: true, value: { status: 'approved' } })
    expect(await status()).toBe('approved')
  })

  it('of another tab whose lock was taken over is not stored', async () => {
    // As when the holder of the lock does not answer.
    grantEveryLock()
    const other = await openPage(backend)
    const { release, slow } = await slowSync(other)
    approve()
    later()
    await page.walletSync.syncWallet()
    expect(await tickets()).toEqual(['t1'])
    release()
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
    await signInOn(page, backend, ASHA)
    approve()
    await page.walletSync.syncWallet()
    later(-5 * 24 * 3_600_000)
    backend.tables.user_tickets = []
    await page.walletSync.syncWallet()
    expect(await tickets()).toEqual([])
  })
})

describe('the own profile', () => {
  it('is the server’s after two tabs saved at once, in any order of the answers', async () => {
    await page.walletSync.syncWallet()
    const other = await openPage(backend)
    // The server saves this tab’s change first, but its answer arrives last.
    holdAnswers(page, '/save_profile', 1)
    const first = page.profile.saveProfile({ name: 'First' })
    await until(() => held?.arrived() === 1)
    later()
    await other.profile.saveProfile({ name: 'Second' })
    held?.release()
    expect(await first).toMatchObject({ ok: true, value: { name: 'Second' } })
    await settled()
    expect(await page.profile.storedProfile()).toMatchObject({ name: 'Second' })
    await other.store.closeStore()
  })
})

/** A sync of another tab with a pending answer and a lost lock. */
async function slowSync(other: Page) {
  await page.walletSync.syncWallet()
  backend.role = 'gate'
  later()
  holdAnswers(other, '/user_tickets', 1)
  const slow = other.walletSync.syncWallet()
  await until(() => held?.arrived() === 1)
  backend.role = null
  return { slow, release: held!.release }
}
