import { beforeEach, expect, it } from 'vitest'
import { ASHA, BINA, backend, freshDevice, page, signIn, syncWallet } from '../../../tests/support/device/device.ts'
import { paymentOnServer } from '../../../tests/support/concerts/sale-rows.ts'

freshDevice(ASHA)
beforeEach(async () => {
  backend.tables.payments = [
    paymentOnServer('o1', ASHA, { id: 'p1', status: 'rejected' }),
    paymentOnServer('o2', ASHA, { id: 'p2', status: 'rejected' }),
    paymentOnServer('o3', ASHA, { id: 'p3' }),
    paymentOnServer('o4', BINA, { id: 'p4', status: 'rejected' }),
  ]
  expect(await syncWallet(60_000)).toMatchObject({ ok: true })
})

const dismissed = async () => [...(await page.watch.readOnce(page.dismissed.watchDismissedPayments()))]

it('keeps payments dismissed through a sync that changes their rows, and lists them again on undo', async () => {
  await page.dismissed.setDismissed('p1', true)
  await page.dismissed.setDismissed('p2', true)
  await page.dismissed.setDismissed('p2', true)
  expect(await dismissed()).toEqual(['p1', 'p2'])
  backend.tables.payments![0]!.review_note = 'Please look at the 12 digits again.'
  expect(await syncWallet(60_000)).toMatchObject({ ok: true })
  expect(await dismissed()).toEqual(['p1', 'p2'])
  await page.dismissed.setDismissed('p1', false)
  expect(await dismissed()).toEqual(['p2'])
})

it('dismisses only rejected payments of the signed-in person', async () => {
  const row = (await (await page.store.table('payments')).get('p1'))!
  await (await page.store.table('payments')).put({ ...row, id: 'p4', ownerId: BINA })
  for (const id of ['p3', 'p4', 'unknown']) await page.dismissed.setDismissed(id, true)
  expect(await dismissed()).toEqual([])
})

it('keeps dismissals per person and deletes them at sign-out', async () => {
  await page.dismissed.setDismissed('p1', true)
  await signIn(BINA)
  expect(await dismissed()).toEqual([])
  await signIn(ASHA)
  expect(await dismissed()).toEqual(['p1'])
  await page.session.leave(false)
  const keys = await (await page.store.table('meta')).keys()
  expect(keys.filter((key) => key.startsWith('dismissed:'))).toEqual([])
})
