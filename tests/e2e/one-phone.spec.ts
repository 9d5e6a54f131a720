import { demoPerson } from '../support/server/visitor.ts'
import { readQr } from '../support/gate/qr.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'

test('A ticket that works on one phone says so before it is bought, and that it is not ready until its code is here', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const { id, categories } = await publishConcert(shop, [{ name: 'House', price: 600, total: 12 }], { hours: 20 })
  const admin = await demoPerson(shop, 'admin')
  const p_rules = { hand_over: true, screen_only: true }
  await admin.client.rpc('set_pass_rules', { p_event_id: id, p_rules }).throwOnError()
  await page.goto(`/events/${id}`)
  await expect(page.getByText('Each ticket works on one phone: open it there once with a network')).toBeVisible()

  await buys(shop, customer, categories.House!, ['A1', 'A2'])
  await page.goto('/my-tickets')
  await expect(page.getByText('This ticket works on one phone only.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.getByRole('link', { name: /^Show ticket/ }).click()
  await expect(page.getByText('Not ready: needs the network once')).toBeVisible()
  await expect(page.getByText('Saved · opens offline')).toBeHidden()

  await page.getByRole('button', { name: 'Show it on this phone' }).first().click()
  await expect(page.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
  await expect(page.getByText('Not ready: needs the network once')).toBeVisible()
  await page.getByRole('button', { name: 'Next code' }).click()
  await page.getByRole('button', { name: 'Show it on this phone' }).click()
  await expect(page.getByText('Saved · opens offline')).toBeVisible()

  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByText('Saved · opens offline')).toBeVisible()
  expect(
    await readQr(
      await page
        .getByRole('img', { name: /^QR code of ticket / })
        .first()
        .screenshot(),
    ),
  ).toMatch(/^MF2/)
})
