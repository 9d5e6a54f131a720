import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderedLine, paymentHere } from '../../../tests/support/concerts/plain-rows.ts'
import { ASHA, BINA, backend, freshDevice, page, syncWallet } from '../../../tests/support/device/device.ts'
import { orderOf, aPicture, submissions } from '../../../tests/support/device/orders.ts'
import { settled } from '../../../tests/support/device/time.ts'
import { haveSent, paymentOnServer } from '../../../tests/support/concerts/sale-rows.ts'

const ASHA_AGAIN = 'aaaaaaaa-0000-4000-8000-000000000009'
const ORDER = '10000000-0000-4000-8000-000000000001'

freshDevice(ASHA)

const restore = () => {
  backend.tables.payments = []
  backend.tables.user_tickets = []
  backend.objects.clear()
}
const row = async (id = ORDER) => (await page.store.table('submissions')).get(id)
const picture = (orderId: string) => ({ orderId, ownerId: ASHA, bytes: new ArrayBuffer(4), type: 'image/webp' })
const payments = () => page.watch.readOnce(page.wallet.watchMyPayments())

describe('a payment that had arrived before the server was restored from a backup', () => {
  it('waits again with its picture and is sent once more', async () => {
    await haveSent(ORDER)
    expect(await syncWallet()).toMatchObject({ ok: true })
    expect(await row()).toMatchObject({ state: 'sent' })
    restore()
    await syncWallet()
    const again = { state: 'waiting', attempts: 1, nextAttemptAt: 0, told: null }
    expect(await row()).toMatchObject({ ...again, screenshot: { uploaded: false } })
    expect(await payments()).toEqual([])
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: ORDER, user_id: ASHA }])
    expect([...backend.objects.keys()]).toHaveLength(1)
    expect(await row()).toMatchObject({ state: 'sent' })
    await syncWallet()
    expect(await row()).toMatchObject({ state: 'sent' })
    expect(backend.tables.payments).toHaveLength(1)
  })

  it('is sent without a picture that this device no longer has: reference and amount count', async () => {
    await haveSent(ORDER, { picture: false })
    restore()
    await syncWallet()
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: ORDER, transaction_id: '412356789012' }])
  })

  it('is detected even when the server looks exactly as at the last sync', async () => {
    await syncWallet()
    await haveSent(ORDER)
    restore()
    await syncWallet()
    expect(await row()).toMatchObject({ state: 'waiting' })
  })

  it('stays sent while the server is away or only part of the answer came', async () => {
    await haveSent(ORDER)
    await syncWallet()
    restore()
    backend.fail('lost-before', '/', 1_000)
    expect(await syncWallet()).toMatchObject({ ok: false })
    const kind = { status: 500, body: { message: 'oops' } }
    backend.faults = [{ kind, matches: (call) => call.query.has('order_id'), times: 3 }]
    const asked = syncWallet()
    for (let n = 0; n < 8; n++) await vi.advanceTimersByTimeAsync(1_000).then(() => settled(20))
    await asked
    expect(await row()).toMatchObject({ state: 'sent' })
    backend.faults = []
    await syncWallet()
    expect(await row()).toMatchObject({ state: 'waiting' })
  })

  it('is not sent again when it arrived while the list was being read', async () => {
    await syncWallet()
    backend.role = 'gate'
    const answer = backend.hold('/my_wallet')
    const synced = syncWallet()
    await answer.arrived
    await haveSent(ORDER)
    await (await page.store.table('payments')).put({ ...kept(), ownerId: ASHA })
    answer.release()
    await synced
    expect(await row()).toMatchObject({ state: 'sent' })
    expect(await payments()).toHaveLength(1)
    await syncWallet()
    expect(await row()).toMatchObject({ state: 'sent' })
  })

  it('is sent again as soon as its page is opened', async () => {
    await haveSent(ORDER)
    await syncWallet()
    restore()
    expect(await page.wallet.checkPayment(ORDER)).toEqual({ ok: true, value: null })
    await vi.waitFor(async () => expect(backend.tables.payments).toHaveLength(1))
    await vi.waitFor(async () => expect(await row()).toMatchObject({ state: 'sent' }))
    expect(await payments()).toHaveLength(1)
  })

  it('can be sent with a newly chosen picture when the device has lost it', async () => {
    await haveSent(ORDER, { picture: false })
    restore()
    await syncWallet()
    expect(await page.outbox.editSubmission(ORDER)).toEqual({ ok: true, value: null })
    const draft = await orderOf(ORDER)
    expect(draft).toMatchObject({ state: 'draft', form: { reference: '412356789012', screenshot: null } })
    await page.orders.choosePicture(ORDER, aPicture())
    expect(await page.orders.submitOrder(ORDER)).toMatchObject({ ok: true })
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: ORDER, transaction_id: '412356789012' }])
    expect([...backend.objects.keys()]).toHaveLength(1)
  })

  it('is sent from here under its own code when another device had sent it, with a new picture', async () => {
    backend.tables.payments = [paymentOnServer(ORDER, ASHA)]
    await syncWallet()
    const [lost] = await payments()
    restore()
    const lines = [orderedLine({ unitPrice: 99 })]
    expect(await page.outbox.reopenPayment(lost!, lines)).toEqual({ ok: true, value: null })
    expect(await payments()).toEqual([])
    const draft = await orderOf(ORDER)
    expect(draft).toMatchObject({
      code: 'MFTEST0000',
      form: { reference: '412356789012', screenshot: null },
      reopened: { used: null },
    })
    // The amount paid, not the current price of the seats.
    expect(page.orders.amountOf(draft!)).toBe(14_800)
    await page.orders.choosePicture(ORDER, aPicture())
    await page.orders.submitOrder(ORDER)
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: ORDER, amount: 148 }])
    expect(backend.objects.size).toBe(1)
    expect(await page.outbox.reopenPayment(lost!, lines)).toMatchObject({ failure: { code: 'order_submitted' } })
  })

  it('is kept regardless of age until the server has it', async () => {
    const submittedAt = Date.now() - 40 * 24 * 3_600_000
    await haveSent(ORDER, { submittedAt })
    restore()
    await syncWallet()
    expect(await row()).toMatchObject({ state: 'waiting' })
    await page.outbox.drainOutbox()
    await syncWallet()
    expect(await row()).toBeUndefined()
  })
})

const here = async () => (await page.store.table('pictures')).keys()

it('pictures stay until their payment is decided, and are removed with old sent submissions', async () => {
  const [pending, decided, old] = ['1', '2', '3'].map((n) => ORDER.replace(/1$/, n))
  for (const orderId of [pending!, decided!]) await haveSent(orderId)
  await haveSent(old!, { submittedAt: Date.now() - 31 * 24 * 3_600_000 })
  for (const orderId of [pending!, decided!, old!]) await (await page.store.table('pictures')).put(picture(orderId))
  backend.tables.payments![1]!.status = 'rejected'
  await syncWallet()
  expect(await here()).toEqual([pending])
  expect(await row(old)).toBeUndefined()
  expect(await row(decided)).toMatchObject({ state: 'sent' })
})

describe('an account that the restored server lacks', () => {
  const signInAs = async (userId: string, email = `${ASHA}@mail.example`) => {
    const tokens = backend.signIn(userId)
    const user = { id: userId, email, user_metadata: {} }
    const session = { ...tokens, expires_in: 3600, local_expires_at: Date.now() + 3_600_000, user }
    await page.session.sessionOnDevice.setItem('mehfil.session', JSON.stringify(session))
  }
  beforeEach(async () => {
    await haveSent(ORDER)
    await (await page.store.table('pictures')).put(picture(ORDER))
    await syncWallet()
    restore()
    backend.lostAccounts.add(ASHA)
  })

  it('can register again with the same address: its payment is sent under the new account', async () => {
    await signInAs(ASHA_AGAIN, ` ${ASHA.toUpperCase()}@MAIL.example`)
    await syncWallet()
    expect(await row()).toMatchObject({ ownerId: ASHA_AGAIN, state: 'waiting' })
    expect((await (await page.store.table('pictures')).get(ORDER))?.ownerId).toBe(ASHA_AGAIN)
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: ORDER, user_id: ASHA_AGAIN }])
    expect([...backend.objects.keys()][0]).toMatch(new RegExp(`^${ASHA_AGAIN}/`))
  })

  it('must sign in at once, not when its token has expired; its payment waits', async () => {
    backend.refreshTokens.clear()
    await syncWallet()
    expect(await page.watch.readOnce(page.session.watchSession())).toEqual({ session: null, ended: true })
    expect(await row()).toMatchObject({ ownerId: ASHA })
    await signInAs(ASHA_AGAIN)
    await syncWallet()
    expect(await row()).toMatchObject({ ownerId: ASHA_AGAIN, state: 'waiting' })
  })

  it('sends nothing with the token that is left', async () => {
    backend.refreshTokens.clear()
    expect(await page.wallet.checkPayment(ORDER)).toMatchObject({ ok: false, failure: { code: 'signed_out' } })
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toEqual([])
    expect(await page.watch.readOnce(page.session.watchSession())).toEqual({ session: null, ended: true })
  })

  it('must sign in when the server rejects a submission', async () => {
    const submissions = await page.store.table('submissions')
    await submissions.put({ ...(await row())!, state: 'waiting' })
    await page.outbox.drainOutbox()
    expect(await row()).toMatchObject({ state: 'needs-sign-in' })
    backend.refreshTokens.clear()
    await syncWallet()
    expect(await page.watch.readOnce(page.session.watchSession())).toEqual({ session: null, ended: true })
  })

  it('does not pass its payment to another account', async () => {
    await signInAs(BINA, 'bina@mail.example')
    await syncWallet()
    expect(await row()).toMatchObject({ ownerId: ASHA })
    expect(await submissions()).toEqual([])
  })

  it.each([
    ['while the server has it', BINA, async () => backend.lostAccounts.clear()],
    ['without a stored address', ASHA_AGAIN, async () => (await page.store.table('meta')).remove([`mail-of:${ASHA}`])],
  ])('keeps its payment %s, even if another account has the address now', async (_, userId, happens) => {
    await happens()
    await signInAs(userId)
    await syncWallet()
    expect(await row()).toMatchObject({ ownerId: ASHA })
  })

  it('is checked again after a failed check', async () => {
    await signInAs(ASHA_AGAIN)
    backend.fail({ status: 500, body: { message: 'oops' } }, '/account_exists')
    await syncWallet()
    expect(await row()).toMatchObject({ ownerId: ASHA })
    await syncWallet()
    expect(await row()).toMatchObject({ ownerId: ASHA_AGAIN })
  })

  it('leaves no address on the device once nothing of it waits', async () => {
    await (await page.store.table('submissions')).remove([ORDER])
    await signInAs(BINA, 'bina@mail.example')
    await syncWallet()
    expect((await (await page.store.table('meta')).keys()).filter((key) => key.startsWith('mail-of'))).toEqual([])
  })
})

function kept() {
  const { order_code: orderCode, transaction_id: transactionId } = paymentOnServer(ORDER, ASHA)
  return paymentHere(ORDER, 'pending', { id: `payment-of-${ORDER}`, orderCode, transactionId, amount: 14_800 })
}
