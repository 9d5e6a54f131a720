import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aPicture, newDevice, newestDraft, openPage, pass, signInOn, type Page } from '../../../tests/support/device.ts'
import { fillDevice, refuseBlobs } from '../../../tests/support/failing-store.ts'
import type { FakeBackend } from '../../../tests/support/fake-backend.ts'
import { schema, schemaVersions } from './schema.ts'

// Rows of the version before `pictures`: the Blob is in the form of the draft and in the submission.

const ASHA = 'aaaaaaaa-0000-4000-8000-000000000001'
const ID = 'dddddddd-0000-4000-8000-000000000001'
const line = {
  ticketCategoryId: 'c1',
  seats: ['A1'],
  eventId: 'e1',
  eventName: 'Singer - Mumbai',
  categoryName: 'Gold',
  date: '2026-12-05T14:00:00.000Z',
  venue: 'Hall',
  unitPrice: 10_000,
}
const blob = () => new Blob([new Uint8Array([7, 7, 7])], { type: 'image/png' })
const picture = { name: 'a.png', chosenAt: 5, sha256: '0'.repeat(64), type: 'image/png' }
const order = (state: 'draft' | 'submitted') => ({
  id: ID,
  code: 'MF7K2QX4MD',
  ownerId: ASHA,
  createdAt: 1,
  lines: [line],
  hold: null,
  form: {
    reference: '412356789012',
    sendAnyway: false,
    screenshot: state === 'draft' ? { blob: blob(), ...picture } : null,
  },
  state,
})
const submission = (more: object = {}) => ({
  orderId: ID,
  orderCode: 'MF7K2QX4MD',
  ownerId: ASHA,
  reference: '412356789012',
  sendAnyway: false,
  amountPaise: 14_800,
  lines: [line],
  screenshot: { blob: blob(), ...picture, path: `${ASHA}/5-${ID}.png`, uploaded: false },
  submittedAt: 2,
  state: 'waiting',
  attempts: 0,
  nextAttemptAt: 0,
  ...more,
})

let backend: FakeBackend
let page: Page
let restore: (() => void) | undefined

async function leaves(rows: { orders?: object[]; submissions?: object[] }): Promise<void> {
  const { Dexie } = await import('dexie')
  const db = new Dexie('mehfil')
  schemaVersions
    .slice(
      0,
      schemaVersions.findIndex((nouns) => nouns.includes('pictures')),
    )
    .forEach((brought, index) =>
      db
        .version(index + 1)
        .stores(
          Object.fromEntries(brought.map((noun) => [noun, [schema[noun].key, ...schema[noun].indexes].join(',')])),
        ),
    )
  for (const [noun, some] of Object.entries(rows)) await db.table(noun).bulkPut(some)
  db.close()
  page = await openPage(backend)
  await signInOn(page, backend, ASHA)
}

beforeEach(async () => {
  backend = await newDevice()
})
afterEach(async () => {
  restore?.()
  restore = undefined
  await page.store.closeStore()
  vi.useRealTimers()
})

const row = async () => (await page.store.table('submissions')).get(ID)
const bytes = async () => {
  const found = await (await page.store.table('pictures')).get(ID)
  return found ? [...new Uint8Array(found.bytes)] : null
}
const own = async () => (await page.watch.readOnce(page.outbox.watchSubmissions()))[0]

describe('a submission with its Blob', () => {
  it.each(['waiting', 'sending'])('is sent in state %s, and its picture is stored as bytes', async (state) => {
    await leaves({ orders: [order('submitted')], submissions: [submission({ state })] })
    await page.outbox.drainOutbox()
    expect(await row()).toMatchObject({ state: 'sent', screenshot: { size: 3, uploaded: true } })
    expect((await row())!.screenshot).not.toHaveProperty('blob')
    expect(await bytes()).toEqual([7, 7, 7])
    expect([...backend.objects]).toEqual([[`${ASHA}/5-${ID}.png`, 3]])
  })

  it('is submitted without a picture that was uploaded already', async () => {
    const uploaded = submission({ attempts: 1 })
    uploaded.screenshot.uploaded = true
    await leaves({ submissions: [uploaded] })
    await page.outbox.drainOutbox()
    expect((await row())?.state).toBe('sent')
    expect(backend.count('/object/payments/')).toBe(0)
  })

  it('is shown unchanged when it has arrived', async () => {
    await leaves({
      submissions: [submission({ state: 'sent', screenshot: { ...submission().screenshot, blob: null } })],
    })
    await page.outbox.drainOutbox()
    expect((await own())?.state).toBe('sent')
    expect(backend.calls).toEqual([])
  })

  it.each([
    ['full', fillDevice],
    ['without storage for Blobs', refuseBlobs],
  ])('is sent as it is on a device that is %s', async (_, fail) => {
    await leaves({ orders: [order('submitted')], submissions: [submission()] })
    restore = fail()
    await page.outbox.drainOutbox()
    expect((await own())?.state).toBe('sent')
    expect([...backend.objects.values()]).toEqual([3])
  })

  it('is refused when its picture cannot be read, and accepts another picture', async () => {
    await leaves({ orders: [order('submitted')], submissions: [submission()] })
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('lost', 'NotReadableError'))
    restore = () => vi.restoreAllMocks()
    await page.outbox.drainOutbox()
    expect(await own()).toMatchObject({
      state: 'refused',
      failure: { code: 'file_refused', message: page.pictures.NO_PICTURE },
    })
    restore()
    expect((await page.outbox.editSubmission(ID)).ok).toBe(true)
    await page.orders.choosePicture(ID, aPicture())
    await page.orders.submitOrder(ID)
    await page.outbox.drainOutbox()
    expect((await own())?.state).toBe('sent')
    expect([...backend.objects.values()]).toEqual([4])
  })

  it('can be withdrawn with its picture', async () => {
    await leaves({ orders: [order('submitted')], submissions: [submission()] })
    expect((await page.outbox.editSubmission(ID)).ok).toBe(true)
    const draft = await newestDraft(page)
    expect(draft!.form.screenshot).toMatchObject({ name: 'a.png', size: 3 })
    expect(await bytes()).toEqual([7, 7, 7])
  })
})

describe('a draft with its Blob', () => {
  it('shows its picture, and is submitted with it as bytes', async () => {
    await leaves({ orders: [order('draft')] })
    const draft = await newestDraft(page)
    const shown = await page.pictures.readPicture(ID, draft!.form.screenshot!)
    expect(shown?.size).toBe(3)
    expect((await page.orders.submitOrder(ID)).ok).toBe(true)
    expect(await bytes()).toEqual([7, 7, 7])
    expect((await row())!.screenshot).not.toHaveProperty('blob')
    await page.outbox.drainOutbox()
    expect([...backend.objects.values()]).toEqual([3])
  })

  it('is submitted from memory on a full device', async () => {
    await leaves({ orders: [order('draft')] })
    restore = fillDevice()
    expect((await page.orders.submitOrder(ID)).ok).toBe(true)
    await page.outbox.drainOutbox()
    expect((await own())?.state).toBe('sent')
    expect([...backend.objects.values()]).toEqual([3])
  })

  it('reports a picture that cannot be read, and stays', async () => {
    await leaves({ orders: [order('draft')] })
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('lost', 'NotReadableError'))
    restore = () => vi.restoreAllMocks()
    const draft = await newestDraft(page)
    expect(await page.pictures.readPicture(ID, draft!.form.screenshot!)).toBeNull()
    expect(await page.orders.submitOrder(ID)).toMatchObject({ ok: false, failure: { code: 'file_refused' } })
    expect((await newestDraft(page))?.form.reference).toBe('412356789012')
  })
})

describe('a page of the released version beside this one', () => {
  const nothing = { code: 'file_refused' as const, message: 'the picture is no longer on this device' }

  it('does not stop a submission that it refused for lack of a Blob', async () => {
    await leaves({ orders: [order('draft')] })
    await page.orders.submitOrder(ID)
    await (
      await page.store.table('submissions')
    ).put({ ...(await row())!, state: 'refused', attempts: 1, failure: nothing })
    await page.outbox.drainOutbox()
    expect(await own()).toMatchObject({ state: 'sent' })
    expect(await own()).not.toHaveProperty('failure')
    expect(backend.tables.payments).toHaveLength(1)
  })

  it('has its own picture sent when it chooses another, not the earlier bytes', async () => {
    await leaves({ orders: [order('draft')] })
    await page.orders.choosePicture(ID, aPicture())
    const theirs = { ...order('draft'), createdAt: 3 }
    await (await page.store.table('orders')).put(theirs)
    await page.orders.submitOrder(ID)
    await page.outbox.drainOutbox()
    expect(await bytes()).toEqual([7, 7, 7])
    expect([...backend.objects.values()]).toEqual([3])
  })

  it('leaves no picture behind when it signs out', async () => {
    await leaves({ orders: [order('draft')] })
    await page.orders.choosePicture(ID, aPicture())
    // It does not know the table `pictures`.
    await (await page.store.table('orders')).remove([ID])
    await page.session.eraseOthers(ASHA)
    expect(await bytes()).toBeNull()
  })

  it('writes rows that this version reads', async () => {
    await leaves({})
    await (await page.store.table('submissions')).put(submission() as never)
    await pass(1_000)
    await page.outbox.wakeOutbox()
    expect((await own())?.state).toBe('sent')
  })
})
