import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  grantEveryLock,
  BACKEND_URL,
  newDevice,
  openPage,
  settled,
  signInOn,
  until,
  type Page,
} from '../../../tests/support/device.ts'
import type { FakeBackend } from '../../../tests/support/fake-backend.ts'
import { haveSent, ticketOnServer } from '../../../tests/support/sale-rows.ts'

const ASHA = 'aaaaaaaa-0000-4000-8000-000000000001'
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
  await page.store.closeStore()
  vi.useRealTimers()
})

/** From now on the first answers to `path`, as they are when asked, wait on their way until they are released. */
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

describe('an answer that was asked for before an approval and comes after it', () => {
  it('of a sync: the payment stays approved and its ticket here', async () => {
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
    // What stood against an answer is asked for again, whatever the server's digest says.
    later()
    backend.tables.user_tickets = []
    await page.walletSync.syncWallet()
    expect(await tickets()).toEqual([])
  })

  it('of a look at the one payment: it stays approved', async () => {
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

  it('of another tab, whose lock was taken over: nothing of it is stored', async () => {
    // As when whoever holds it does not answer: nobody waits for it any longer.
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

describe('a decision that the server itself has no more', () => {
  it('is believed when it is asked for afterwards', async () => {
    approve()
    await page.walletSync.syncWallet()
    expect(await status()).toBe('approved')
    Object.assign(backend.tables.payments![0]!, { status: 'pending', reviewed_at: null })
    backend.tables.user_tickets = []
    later()
    await page.walletSync.syncWallet()
    expect([await status(), await tickets()]).toEqual(['pending', []])
  })

  it('is believed though the device’s clock has been set back by days since', async () => {
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

describe('one’s own profile', () => {
  it('is as the server has it after two tabs saved at once, whichever answer came last', async () => {
    await page.walletSync.syncWallet()
    const other = await openPage(backend)
    // The server took this tab’s change first; its answer comes last.
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

/** A sync of another tab whose answer is on its way, and whose lock has ended. */
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
