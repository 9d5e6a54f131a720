import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { orderedLine } from '../../../tests/support/concerts/plain-rows.ts'
import {
  ASHA,
  BINA,
  backend,
  freshDevice,
  openTab,
  page,
  restart,
  signIn,
} from '../../../tests/support/device/device.ts'
import {
  orderOf,
  aPicture,
  newestDraft,
  submission,
  submissions,
  submits,
} from '../../../tests/support/device/orders.ts'
import { pass, until } from '../../../tests/support/device/time.ts'
import { fillDevice, refuseBlobs } from '../../../tests/support/device/failing-store.ts'

const line = orderedLine()

let makeRoom = () => {}

beforeEach(() => {
  listeners.clear()
  vi.stubGlobal('addEventListener', (name: string, act: unknown) => name === 'beforeunload' && listeners.add(act))
  vi.stubGlobal('removeEventListener', (_: string, act: unknown) => listeners.delete(act))
})
freshDevice(ASHA)
afterEach(() => {
  makeRoom()
  backend.faults = []
})

async function draft(): Promise<string> {
  const order = await page.orders.openOrder([line])
  await page.orders.saveForm(order.id, { reference: '412356789012' })
  return order.id
}
/** Submits an order, and the device becomes full. */
async function submitOnFull(): Promise<string> {
  const id = await submits()
  makeRoom = fillDevice()
  return id
}
/** Submits an order on a device that is full for these nouns, or for all. */
async function submitInMemory(...nouns: string[]): Promise<string> {
  const id = await draft()
  makeRoom = fillDevice(...nouns)
  await page.orders.choosePicture(id, aPicture())
  await page.orders.submitOrder(id)
  return id
}
const stored = async <N extends 'orders' | 'submissions' | 'pictures'>(noun: N, id: string) =>
  (await page.store.table(noun)).get(id)
const listeners = new Set<unknown>()
const asksBeforeLeaving = () => listeners.size > 0

describe('a submission on a phone that has become full', () => {
  it('is sent without any write, once, and is reported as not stored', async () => {
    const id = await submitOnFull()
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: id }])
    expect(await submission(id)).toMatchObject({ state: 'sent', unkept: { onDevice: true, full: true } })
    expect(await stored('submissions', id)).toMatchObject({ state: 'waiting' })
    const asked = backend.calls.length
    await pass(300_000)
    expect(backend.calls.length).toBe(asked)
  })

  it('backs off when the server is away, too', async () => {
    const id = await submitOnFull()
    backend.fail('lost-before', '/storage/', 1_000)
    await page.outbox.drainOutbox()
    await pass(120_000)
    expect(backend.count('/object/payments/')).toBeLessThan(12)
    backend.faults = []
    await pass(70_000)
    expect((await submission(id)).state).toBe('sent')
  })

  it('is sent by Send now and when the network is back; neither rejects', async () => {
    const id = await submitOnFull()
    backend.fail('lost-before', '/storage/', 2)
    await page.outbox.drainOutbox()
    expect(await submission(id)).toMatchObject({ state: 'waiting', attempts: 1 })
    await page.outbox.retrySubmission(id)
    expect(await submission(id)).toMatchObject({ state: 'waiting', attempts: 2 })
    await page.outbox.wakeOutbox()
    expect((await submission(id)).state).toBe('sent')
    expect(backend.tables.payments).toHaveLength(1)
  })

  it('is sent with an expired token, refreshed once, without a new sign-in', async () => {
    await signIn(ASHA, 600)
    const id = await submitOnFull()
    await pass(700_000)
    await page.outbox.wakeOutbox()
    expect((await submission(id)).state).toBe('sent')
    await page.outbox.wakeOutbox()
    await page.walletSync.syncWallet()
    expect(backend.count('/auth/v1/token')).toBe(1)
    makeRoom()
    await page.walletSync.syncWallet()
    await restart()
    expect(await page.session.owner()).toBe(ASHA)
    await page.walletSync.syncWallet()
    expect(backend.count('/auth/v1/token')).toBe(1)
  })

  it('does not prevent sign-out, and is sent when its owner is back', async () => {
    const id = await submitOnFull()
    await page.session.leave(true)
    expect(await page.session.owner()).toBeNull()
    expect(await stored('orders', id)).toBeUndefined()
    expect(await stored('submissions', id)).toMatchObject({ ownerId: ASHA })
    makeRoom()
    await signIn(ASHA)
    await page.outbox.wakeOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: id }])
  })

  it('is announced once and stored as sent as soon as there is room', async () => {
    const id = await submitOnFull()
    await page.outbox.drainOutbox()
    expect(await page.outbox.markOutcomeShown(id)).toBe(true)
    expect(await page.outbox.markOutcomeShown(id)).toBe(false)
    expect(await page.outbox.hasUnsent()).toBe(false)
    makeRoom()
    const asked = backend.calls.length
    await page.outbox.drainOutbox()
    expect(await stored('submissions', id)).toMatchObject({ state: 'sent', told: 'sent' })
    expect(await submission(id)).not.toHaveProperty('unkept')
    expect(backend.calls.length).toBe(asked)
  })

  it('arrives once although the next page, which has no record of it, sends it again', async () => {
    const id = await submitOnFull()
    await page.outbox.drainOutbox()
    const next = await openTab()
    await next.outbox.drainOutbox()
    const [row] = await next.watch.readOnce(next.outbox.watchSubmissions())
    expect(row).toMatchObject({ orderId: id, state: 'sent' })
    expect(backend.tables.payments).toHaveLength(1)
    expect(backend.objects.size).toBe(1)
    await next.store.closeStore()
  })

  it('stays withdrawn when another page withdrew it', async () => {
    const id = await submitOnFull()
    backend.fail('lost-before', '/', 1_000)
    await page.outbox.drainOutbox()
    makeRoom()
    await (await page.store.table('submissions')).remove([id])
    expect(await submissions()).toEqual([])
    backend.faults = []
    await page.outbox.wakeOutbox()
    expect(backend.tables.payments).toEqual([])
  })
})

describe.each([
  ['full', () => fillDevice()],
  ['full for pictures', () => fillDevice('pictures')],
  ['without storage for bytes', () => refuseBlobs('bytes')],
])('a device that is %s', (_, fail) => {
  it('sells: the picture stays in memory and is sent from there', async () => {
    const id = await draft()
    makeRoom = fail()
    expect(await page.orders.choosePicture(id, aPicture())).toEqual({ ok: true, value: 'page' })
    const { form } = (await orderOf(id))!
    expect(form.screenshot).toMatchObject({ kept: 'page', size: 4 })
    expect((await page.pictures.readPicture(id, form.screenshot!))?.size).toBe(4)
    backend.fail('lost-before', '/storage/', 1)
    expect((await page.orders.submitOrder(id)).ok).toBe(true)
    expect(await page.session.unsentOf(ASHA)).toBe(1)
    expect(await submission(id)).toMatchObject({ state: 'waiting', unkept: { onDevice: false } })
    expect((await orderOf(id))?.state).toBe('submitted')
    await page.outbox.drainOutbox()
    expect(await submission(id)).toMatchObject({ state: 'waiting', failure: { code: 'unreachable' } })
    // The device keeps the draft with its reference, without the picture.
    expect(await stored('submissions', id)).toBeUndefined()
    expect(await stored('orders', id)).toMatchObject({
      state: 'draft',
      form: { reference: '412356789012', screenshot: null },
    })
    expect(asksBeforeLeaving()).toBe(true)
    await pass(5_000)
    expect((await submission(id)).state).toBe('sent')
    expect(asksBeforeLeaving()).toBe(false)
    expect(backend.tables.payments).toMatchObject([{ order_id: id, transaction_id: '412356789012' }])
    expect([...backend.objects.values()]).toEqual([4])
  })
})

describe('a full device', () => {
  it('opens and fills in an order in memory, and sells', async () => {
    makeRoom = fillDevice()
    const opened = await page.orders.openOrder([line])
    expect(await page.orders.saveForm(opened.id, { reference: '412356789012' })).toEqual({ ok: true, value: 'page' })
    expect((await page.orders.holdOrder(opened.id)).ok).toBe(true)
    await page.orders.choosePicture(opened.id, aPicture())
    expect(await newestDraft()).toMatchObject({
      id: opened.id,
      form: { reference: '412356789012' },
    })
    await page.orders.submitOrder(opened.id)
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: opened.id }])
    expect((await submission(opened.id)).state).toBe('sent')
  })

  it('allows corrections before the submission has arrived, picture included', async () => {
    const id = await submitInMemory()
    expect(await page.outbox.editSubmission(id)).toEqual({ ok: true, value: null })
    expect(await submissions()).toEqual([])
    expect(await orderOf(id)).toMatchObject({ state: 'draft', form: { screenshot: { kept: 'page' } } })
    await page.orders.saveForm(id, { reference: '412356789013' })
    await page.orders.submitOrder(id)
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toMatchObject([{ order_id: id, transaction_id: '412356789013' }])
  })

  it('withdraws a submission completely', async () => {
    const id = await submitInMemory()
    expect((await page.outbox.cancelSubmission(id)).ok).toBe(true)
    expect(await submissions()).toEqual([])
    expect(await orderOf(id)).toBeNull()
    await page.outbox.wakeOutbox()
    expect(backend.tables.payments).toEqual([])
  })

  it('stores the submission as soon as there is room, so that it outlives the page', async () => {
    const id = await submits().then((one) => page.outbox.editSubmission(one).then(() => one))
    makeRoom = fillDevice('submissions')
    backend.fail('lost-before', '/storage/', 1_000)
    await page.orders.submitOrder(id)
    await page.outbox.drainOutbox()
    expect(await submission(id)).toMatchObject({ unkept: { onDevice: false, full: true } })
    makeRoom()
    await page.outbox.wakeOutbox()
    expect(await stored('submissions', id)).toMatchObject({ state: 'waiting' })
    expect(await stored('orders', id)).toMatchObject({ state: 'submitted' })
    expect(await submission(id)).not.toHaveProperty('unkept')
  })

  it('replaces a picture that it could not store by a later one', async () => {
    const id = await draft()
    await page.orders.choosePicture(id, aPicture([9, 9]))
    makeRoom = fillDevice('pictures')
    await page.orders.choosePicture(id, aPicture())
    expect(await stored('pictures', id)).toBeUndefined()
    makeRoom()
    expect(await page.orders.choosePicture(id, aPicture([5, 6, 7]))).toEqual({ ok: true, value: 'device' })
    expect((await orderOf(id))?.form.screenshot).not.toHaveProperty('kept')
    await page.orders.submitOrder(id)
    await page.outbox.drainOutbox()
    expect([...backend.objects.values()]).toEqual([3])
  })

  it('shows and sends nothing from memory to the next person', async () => {
    const id = await submitInMemory('pictures', 'submissions')
    await page.session.leave(false)
    makeRoom()
    await signIn(BINA)
    expect(await submissions()).toEqual([])
    await signIn(ASHA)
    expect(await submissions()).toEqual([])
    expect(await orderOf(id)).toBeNull()
    await page.outbox.wakeOutbox()
    expect(backend.tables.payments).toEqual([])
  })
})

it('makes few requests when the store fails while sending', async () => {
  await submits()
  const get = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('Internal error.', 'UnknownError')
  })
  await page.outbox.drainOutbox()
  await pass(10_000)
  expect(backend.calls.length).toBeLessThan(10)
  get.mockRestore()
  await pass(61_000)
  await until(() => backend.tables.payments!.length === 1)
})
