import { describe, expect, it, vi } from 'vitest'
import { orderedLine } from '../../../../tests/support/concerts/plain-rows.ts'
import {
  ASHA,
  BINA,
  backend,
  freshDevice,
  openTab,
  page,
  restart,
  signIn,
} from '../../../../tests/support/device/device.ts'
import {
  orderOf,
  aPicture,
  newestDraft,
  submission,
  submissions,
  submits,
} from '../../../../tests/support/device/orders.ts'
import { pass, until } from '../../../../tests/support/device/time.ts'
import { paymentOnServer } from '../../../../tests/support/concerts/sale-rows.ts'

const line = orderedLine({ seats: ['A1', 'A2'], unitPrice: 149_950 })

freshDevice(ASHA)

const submit = (reference?: string, lines = [line]) => submits(lines, reference)
/** Submits an order and tries to send it once. */
const attempted = async () => {
  const id = await submit()
  await page.outbox.drainOutbox()
  return id
}

const pictureOf = async (orderId: string): Promise<number[] | null> => {
  const row = await (await page.store.table('pictures')).get(orderId)
  return row ? [...new Uint8Array(row.bytes)] : null
}

const decide = async (id: string, status: 'approved' | 'rejected') => {
  const payments = await page.store.table('payments')
  const [payment] = await payments.where('orderId', [id])
  await payments.put({ ...payment!, status })
}

describe('sending', () => {
  it('uploads the picture, then submits the payment under the order id, and saves the answer', async () => {
    const id = await attempted()
    expect(backend.tables.payments).toHaveLength(1)
    expect(backend.tables.payments![0]).toMatchObject({ order_id: id, amount: 3598.82, transaction_id: '412356789012' })
    const sent = await submission(id)
    expect(sent.state).toBe('sent')
    expect(await pictureOf(id)).toEqual([1, 2, 3, 4])
    expect(sent.failure).toBeNull()
    expect([...backend.objects.keys()]).toEqual([`${ASHA}/${sent.screenshot.chosenAt}-${id}.webp`])
    expect(await page.watch.readOnce(page.wallet.watchMyPayments())).toMatchObject([{ orderId: id, status: 'pending' }])
  })

  it('has the total of the hold, else the one that was shown', async () => {
    const amountOf = async (seats: string[], shown: number, hold: boolean): Promise<number> => {
      const order = await page.orders.openOrder([{ ...line, seats }], true)
      if (hold) await page.orders.holdOrder(order.id)
      await page.orders.saveForm(order.id, { reference: '412356789012' })
      await page.orders.choosePicture(order.id, aPicture())
      const submitted = await page.orders.submitOrder(order.id, shown)
      return submitted.ok ? submitted.value.amountPaise : 0
    }
    expect(await amountOf(['B1'], 5_000, false)).toBe(5_000)
    expect(await amountOf(['B2'], 5_000, true)).toBe(14_800)
  })

  it('retries with the same path and order while the server is unreachable', async () => {
    backend.fail('lost-before', '/storage/', 3)
    const id = await attempted()
    const waiting = await submission(id)
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1, failure: { code: 'unreachable' } })
    expect(waiting.nextAttemptAt).toBeGreaterThan(Date.now())
    await pass(30_000)
    expect(await submission(id)).toMatchObject({ state: 'sent', attempts: 4 })
    expect(backend.tables.payments).toHaveLength(1)
    expect(backend.objects.size).toBe(1)
  })

  it('waits at most a minute between attempts', async () => {
    backend.fail('lost-before', '/storage/', 1_000)
    const id = await attempted()
    await pass(600_000)
    const row = await submission(id)
    expect(row.state).toBe('waiting')
    expect(row.attempts).toBeGreaterThan(12)
    expect(row.nextAttemptAt - Date.now()).toBeLessThanOrEqual(60_000)
  })

  it('accepts a stored picture of the same size as uploaded', async () => {
    backend.fail('lost-after', '/object/payments/')
    const id = await attempted()
    await pass(5_000)
    expect(await submission(id)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(backend.objects.size).toBe(1)
    expect(backend.count('/object/info/')).toBe(1)
  })

  it('uses another path when its path has a truncated picture', async () => {
    const id = await submit()
    const { path } = (await submission(id)).screenshot
    backend.objects.set(path, 1)
    await page.outbox.drainOutbox()
    await pass(5_000)
    const sent = await submission(id)
    expect(sent.state).toBe('sent')
    expect(sent.screenshot.path).not.toBe(path)
    expect(backend.tables.payments![0]!.screenshot_url).toBe(sent.screenshot.path)
  })

  it('submits the payment once after a lost response', async () => {
    backend.fail('lost-after', 'submit_payment')
    const id = await attempted()
    expect((await submission(id)).state).toBe('waiting')
    expect(backend.tables.payments).toHaveLength(1)
    await pass(5_000)
    expect((await submission(id)).state).toBe('sent')
    expect(backend.tables.payments).toHaveLength(1)
  })

  it('continues after a crash between upload and submission without another upload', async () => {
    const id = await submit()
    const row = await submission(id)
    backend.objects.set(row.screenshot.path, 4)
    const screenshot = { ...row.screenshot, uploaded: true }
    await (await page.store.table('submissions')).put({ ...row, state: 'sending', attempts: 1, screenshot })
    await restart()
    await page.outbox.drainOutbox()
    expect((await submission(id)).state).toBe('sent')
    expect(backend.count('/storage/')).toBe(0)
    expect(backend.tables.payments).toHaveLength(1)
  })

  it('sends once when two tabs drain at the same time', async () => {
    const id = await submit()
    const other = await openTab()
    await Promise.all([page, other, page, other].map((tab) => tab.outbox.drainOutbox()))
    expect((await submission(id)).state).toBe('sent')
    expect(backend.count('/object/payments/')).toBe(1)
    expect(backend.count('submit_payment')).toBe(1)
    await other.store.closeStore()
  })
})

describe('refusals', () => {
  it('keep everything on 401 and need a sign-in, which sends it', async () => {
    const id = await submit()
    backend.tokens.clear()
    backend.fail({ status: 401, body: { code: 'bad_key', message: 'no' } }, '/auth/v1/token')
    await page.outbox.drainOutbox()
    // The auth service did not refuse the refresh, so the session remains and the row waits.
    expect((await submission(id)).state).toMatch(/waiting|needs-sign-in/)
    backend.refreshTokens.clear()
    await pass(10_000)
    expect(await submissions()).toEqual([])
    const kept = await (await page.store.table('submissions')).get(id)
    expect(kept).toBeDefined()
    expect(await pictureOf(id)).toEqual([1, 2, 3, 4])
    expect(backend.tables.payments).toHaveLength(0)
    await signIn(ASHA)
    await page.outbox.wakeOutbox()
    expect((await submission(id)).state).toBe('sent')
  })

  it('do not delay a retry when an attempt failed while the outbox was woken', async () => {
    backend.fail('lost-before', '/storage/', 1_000)
    const id = await submit()
    await page.outbox.drainOutbox()
    await pass(60_000)
    expect((await submission(id)).state).toBe('waiting')
    backend.faults = []
    backend.fail('lost-before', '/storage/')
    const answer = backend.hold('/storage/')
    const attempt = page.outbox.retrySubmission(id)
    await answer.arrived
    const woken = page.outbox.wakeOutbox()
    answer.release()
    await Promise.all([attempt, woken])
    expect((await submission(id)).state).toBe('sent')
  })

  it('are final with their reason', async () => {
    backend.tables.payments!.push(paymentOnServer('o0', ASHA, { order_code: 'MFOLD' }))
    const id = await attempted()
    await pass(120_000)
    const failure = { code: 'transaction_used', detail: 'MFOLD' }
    expect(await submission(id)).toMatchObject({ state: 'refused', attempts: 1, failure })
    expect(await pictureOf(id)).toEqual([1, 2, 3, 4])
  })

  it.each([
    ['an unknown answer, which is retried because money may have been sent', 'server', 500, { message: 'oops' }],
    ['one whose reason may pass, since money was sent', 'in_use', 409, { code: 'PT409', message: 'in_use' }],
  ])('do not include %s', async (_, code, status, body) => {
    backend.fail({ status, body }, 'submit_payment', 2)
    const id = await attempted()
    expect(await submission(id)).toMatchObject({ state: 'waiting', failure: { code } })
    await pass(10_000)
    expect((await submission(id)).state).toBe('sent')
  })

  it('can be retried on request', async () => {
    backend.fail({ status: 403, body: { message: 'forbidden' } }, '/object/payments/')
    const id = await attempted()
    expect((await submission(id)).state).toBe('refused')
    await page.outbox.retrySubmission(id)
    expect((await submission(id)).state).toBe('sent')
  })
})

describe('editing', () => {
  it('turns a submission back into a draft with its picture, to be sent under the same order', async () => {
    backend.tables.payments!.push(paymentOnServer('o0', ASHA, { order_code: 'MFOLD' }))
    const id = await attempted()
    expect(await page.outbox.editSubmission(id)).toEqual({ ok: true, value: null })
    expect(await submissions()).toEqual([])
    const draft = await newestDraft()
    expect(draft).toMatchObject({ id, state: 'draft', form: { reference: '412356789012' } })
    expect(draft!.reopened).toEqual({ used: { reference: '412356789012', code: 'MFOLD' } })
    expect(draft!.form.screenshot).toMatchObject({ size: 4 })
    expect(await pictureOf(id)).toEqual([1, 2, 3, 4])
    await page.orders.saveForm(id, { reference: '412356789013' })
    expect((await page.orders.submitOrder(id)).ok).toBe(true)
    await page.outbox.drainOutbox()
    expect((await submission(id)).state).toBe('sent')
    expect(backend.tables.payments!.filter((row) => row.order_id === id)).toHaveLength(1)
  })

  it('asks the server first, and fails when the submission has arrived', async () => {
    backend.fail('lost-after', 'submit_payment')
    const id = await attempted()
    const answer = await page.outbox.editSubmission(id)
    expect(answer).toMatchObject({ ok: false, failure: { code: 'order_submitted' } })
    expect((await submission(id)).state).toBe('sent')
  })

  it('fails while the outcome of an attempt is unknown, and works before the first attempt', async () => {
    const never = await submit()
    expect((await page.outbox.editSubmission(never)).ok).toBe(true)
    expect((await newestDraft())!.reopened).toEqual({ used: null })
    await page.orders.submitOrder(never)
    backend.fail('lost-before', '/', 1_000)
    await page.outbox.drainOutbox()
    const answer = page.outbox.editSubmission(never)
    await pass(5_000)
    expect(await answer).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
    expect((await submission(never)).state).toBe('waiting')
  })
})

describe('withdrawing', () => {
  it('deletes an unsent submission and releases its seats', async () => {
    const id = await submit()
    expect(await page.outbox.cancelSubmission(id)).toEqual({ ok: true, value: null })
    expect(await submissions()).toEqual([])
    expect(await orderOf(id)).toBeNull()
    await until(() => backend.calls.some((call) => call.path.endsWith('/rpc/release_seats')))
    await page.outbox.drainOutbox()
    expect(backend.tables.payments).toEqual([])
  })

  it('fails when the submission has arrived', async () => {
    backend.fail('lost-after', 'submit_payment')
    const id = await attempted()
    expect((await submission(id)).state).toBe('waiting')
    expect(await page.outbox.cancelSubmission(id)).toMatchObject({ ok: false, failure: { code: 'order_submitted' } })
    expect((await submission(id)).state).toBe('sent')
    expect(backend.calls.some((call) => call.path.endsWith('/rpc/release_seats'))).toBe(false)
  })

  it('fails for another person', async () => {
    const id = await submit()
    await page.session.leave(true)
    await signIn(BINA)
    expect(await page.outbox.cancelSubmission(id)).toMatchObject({ ok: false, failure: { code: 'unknown_order' } })
    expect(await (await page.store.table('submissions')).get(id)).toBeDefined()
  })
})

describe('reporting', () => {
  it('reports the outcome of a submission once across tabs', async () => {
    const other = await openTab()
    const id = await attempted()
    const told = await Promise.all([page.outbox.markOutcomeShown(id), other.outbox.markOutcomeShown(id)])
    expect(told.filter(Boolean)).toHaveLength(1)
    expect(await page.outbox.markOutcomeShown(id)).toBe(false)
    await other.store.closeStore()
  })

  it('notifies the sending page when a submission has arrived', async () => {
    const heard: string[] = []
    const forget = page.outbox.onSubmissionSent((sent) => heard.push(sent.orderId))
    const id = await attempted()
    await page.outbox.drainOutbox()
    expect(heard).toEqual([id])
    forget()
  })

  it('emits upload progress while the picture is being sent', async () => {
    const { noteProgress } = await import('#shop/pictures/upload-parts.store.ts')
    const seen: (number | undefined)[] = []
    const id = await submit()
    const stop = page.outbox.watchSubmissions().subscribe((rows) => {
      const row = rows.find((one) => one.orderId === id)
      if (row && row.progress !== seen.at(-1)) seen.push(row.progress)
    })
    const table = await page.store.table('submissions')
    await table.put({ ...(await submission(id)), state: 'sending' })
    noteProgress(id, 0.25)
    await until(() => seen.includes(0.25))
    noteProgress(id, 0.75)
    await until(() => seen.includes(0.75))
    noteProgress(id, null)
    await until(() => seen.at(-1) === undefined)
    stop()
  })
})

describe('two people on one phone', () => {
  it("neither show nor send each other's submissions", async () => {
    const id = await submit()
    expect(await page.session.unsentOf(ASHA)).toBe(1)
    await page.session.leave(true)
    await signIn(BINA)
    await page.session.eraseOthers(BINA)
    await page.outbox.drainOutbox()
    expect(await submissions()).toEqual([])
    expect(backend.tables.payments).toHaveLength(0)
    expect(await orderOf(id)).toBeNull()
    await page.session.leave(false)
    await signIn(ASHA)
    await page.outbox.wakeOutbox()
    expect((await submission(id)).state).toBe('sent')
    expect(backend.tables.payments).toMatchObject([{ user_id: ASHA, order_id: id }])
  })

  it('wait for the owner’s sign-in after an interrupted attempt; then the submission can be edited', async () => {
    backend.fail('lost-before', '/', 1_000)
    const id = await submit()
    const attempt = page.outbox.drainOutbox()
    await page.session.leave(true)
    await attempt
    expect((await (await page.store.table('submissions')).get(id))?.state).toBe('needs-sign-in')
    backend.faults = []
    await signIn(ASHA)
    expect((await page.outbox.editSubmission(id)).ok).toBe(true)
    const draft = await newestDraft()
    expect(draft).toMatchObject({ id, lines: [line], form: { reference: '412356789012' } })
    expect(draft!.form.screenshot).toMatchObject({ size: 4 })
    expect(await pictureOf(id)).toEqual([1, 2, 3, 4])
  })

  it('leave nothing behind when the owner deletes a submission while it is being sent', async () => {
    for (const fault of ['none', 'lost-before'] as const) {
      if (fault !== 'none') backend.fail(fault, 'submit_payment')
      const id = await submit(fault === 'none' ? '412356789012' : '412356789013')
      const attempt = page.outbox.drainOutbox()
      await until(() => backend.objects.size > 0)
      await page.session.leave(false)
      await attempt
      expect(await (await page.store.table('submissions')).get(id)).toBeUndefined()
      expect(await (await page.store.table('payments')).all()).toEqual([])
      backend.objects.clear()
      await signIn(ASHA)
    }
  })
})

describe('the picture of a submission', () => {
  it('is written once, whatever changes in its order and submission', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    backend.fail('lost-before', '/storage/', 2)
    const id = await attempted()
    await pass(10_000)
    expect((await submission(id)).state).toBe('sent')
    const written = put.mock.contexts.map((store) => (store as IDBObjectStore).name)
    put.mockRestore()
    expect(written.filter((noun) => noun === 'pictures')).toHaveLength(1)
    expect(written.filter((noun) => noun === 'submissions').length).toBeGreaterThan(5)
  })

  it('is uploaded again when a restored server lost the submission', async () => {
    const id = await attempted()
    backend.tables.payments = []
    backend.objects.clear()
    const sent = await submission(id)
    const again = { state: 'waiting', attempts: 0, nextAttemptAt: 0 } as const
    const screenshot = { ...sent.screenshot, uploaded: false }
    await (await page.store.table('submissions')).put({ ...sent, ...again, screenshot })
    await page.outbox.drainOutbox()
    expect((await submission(id)).state).toBe('sent')
    expect([...backend.objects.values()]).toEqual([4])
    expect(backend.tables.payments).toMatchObject([{ order_id: id }])
  })

  it('is deleted when the order is withdrawn or discarded, or the picture is removed', async () => {
    const withdrawn = await submit()
    await page.outbox.cancelSubmission(withdrawn)
    expect(await pictureOf(withdrawn)).toBeNull()
    const { id } = await page.orders.openOrder([line])
    await page.orders.choosePicture(id, aPicture())
    await page.orders.saveForm(id, { reference: '', screenshot: null })
    expect(await pictureOf(id)).toBeNull()
    await page.orders.choosePicture(id, aPicture())
    await page.orders.discardOrder(id)
    expect(await pictureOf(id)).toBeNull()
  })

  it.each([
    [true, [1, 2, 3, 4]],
    [false, null],
  ])('stays after sign-out only if the owner keeps the submission (keeps: %s)', async (keeps, left) => {
    const id = await submit()
    const { id: draft } = await page.orders.openOrder([line])
    await page.orders.choosePicture(draft, aPicture())
    await page.session.leave(keeps)
    expect(await pictureOf(id)).toEqual(left)
    expect(await pictureOf(draft)).toEqual(left)
    await signIn(BINA)
    await page.session.eraseOthers(BINA)
    expect(await pictureOf(id)).toEqual(left)
  })

  it('is deleted at sign-out after the payment was sent', async () => {
    const id = await attempted()
    await page.session.leave(true)
    expect(await pictureOf(id)).toBeNull()
  })

  it('stays while the payment is undecided, even without order and submission', async () => {
    const id = await attempted()
    await (await page.store.table('submissions')).remove([id])
    await (await page.store.table('orders')).remove([id])
    await page.session.eraseOthers(ASHA)
    expect(await pictureOf(id)).toEqual([1, 2, 3, 4])
    await decide(id, 'approved')
    await page.session.eraseOthers(ASHA)
    expect(await pictureOf(id)).toBeNull()
  })
})

describe('a clock that was ahead', () => {
  it('delays nothing after it was corrected', async () => {
    const right = Date.now()
    vi.setSystemTime(right + 3 * 86_400_000)
    await signIn(ASHA, 30 * 86_400)
    backend.fail('lost-before', '/storage/', 1)
    const id = await attempted()
    vi.setSystemTime(right)
    await page.outbox.drainOutbox()
    expect((await submission(id)).state).toBe('sent')
  })

  it('does not shorten an ordinary wait', async () => {
    backend.fail('lost-before', '/storage/', 1)
    const id = await attempted()
    await page.outbox.drainOutbox()
    expect(await submission(id)).toMatchObject({ state: 'waiting', attempts: 1 })
  })
})

describe('the cart at start', () => {
  it.each(['rejected', 'approved'] as const)('finds lines that were submitted, until they are %s', async (status) => {
    const id = await submit()
    const lines = [
      { ticketCategoryId: 'c1', seats: ['A2', 'A3'] },
      { ticketCategoryId: 'c1', seats: ['A3'] },
      { ticketCategoryId: 'c2', seats: ['A1'] },
    ]
    expect(await page.outbox.linesInOpenSubmissions(lines)).toEqual([lines[0]])
    await page.outbox.drainOutbox()
    expect(await page.outbox.linesInOpenSubmissions(lines)).toEqual([lines[0]])
    await decide(id, status)
    expect(await page.outbox.linesInOpenSubmissions(lines)).toEqual([])
  })

  it('finds places of a free order that was taken, not those added since', async () => {
    const before = Date.now()
    const order = await page.orders.openOrder([{ ...line, unitPrice: 0 }])
    const orders = await page.store.table('orders')
    await orders.put({ ...order, state: 'submitted', takenAt: Date.now() })
    const cart = (madeAt: number) => [{ ticketCategoryId: 'c1', seats: ['A2'], madeAt }]
    expect(await page.outbox.linesInOpenSubmissions(cart(before - 1))).toHaveLength(1)
    expect(await page.outbox.linesInOpenSubmissions(cart(Date.now() + 1))).toEqual([])
  })

  it('finds standing places that were in the cart before they were submitted, not those added since', async () => {
    const before = Date.now()
    await submit(undefined, [{ ...line, seats: ['1', '2'] }])
    const cart = (madeAt: number) => [{ ticketCategoryId: 'c1', seats: ['2'], madeAt }]
    expect(await page.outbox.linesInOpenSubmissions(cart(before - 1))).toHaveLength(1)
    expect(await page.outbox.linesInOpenSubmissions(cart(Date.now() + 1))).toEqual([])
  })
})
