import { readQr } from '../support/gate/qr.ts'
import { demoPerson, newCustomer } from '../support/server/visitor.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { ticketsOf } from '../support/sales/sold-tickets.ts'
import { expect, newShop, test as base } from '../support/stories/story.ts'
import { opensTicket } from '../support/sales/tickets.ts'
import { Volunteer } from '../support/people/volunteer.ts'

const test = base.extend({ shop: newShop })

test('Four friends who bought together: one pass is handed over, and its screenshot is refused in red', async ({
  customer: buyer,
  visitor,
  shop,
}) => {
  const {
    id: event,
    singer,
    categories,
  } = await publishConcert(shop, [{ name: 'House', price: 600, total: 12 }], {
    hours: 1,
  })
  await buys(shop, buyer, categories.House!, ['A1', 'A2', 'B1', 'B2'])
  const group = (await ticketsOf(shop, event))[0]!
  await buyer.page.goto(`/my-tickets/${group.id}`)
  const fourth = group.seats[3]!
  await expect(buyer.page.getByText('1 of 4')).toBeVisible()
  for (let n = 0; n < 3; n += 1) await buyer.page.getByRole('button', { name: 'Next code' }).click()
  await expect(buyer.page.getByText('4 of 4')).toBeVisible()
  const screenshot = await readQr(await buyer.page.getByRole('img', { name: /^QR code of ticket / }).screenshot())

  await test.step('The buyer gives the fourth away', async () => {
    await buyer.page.getByRole('button', { name: /^More: Seat / }).click()
    await buyer.page.getByRole('button', { name: /^Pass on: Seat / }).click()
    const dialog = buyer.page.getByRole('dialog', { name: 'Pass on one ticket' })
    await expect(dialog).toContainText(fourth)
    await dialog.getByLabel('Who is it for? (optional)').fill('Dev Patel')
    await dialog.getByRole('button', { name: 'Make the link' }).click()
    const link = await readQr(
      await dialog.getByRole('img', { name: 'Code for their phone: it opens the link' }).screenshot(),
    )
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(buyer.page.getByText('Waiting for Dev Patel to open the link.')).toBeVisible()
    await visitor.page.goto(link)
  })

  await test.step('A friend without an account takes it', async () => {
    const { page } = visitor
    await expect(page.getByText('passes this ticket on to you.')).toBeVisible()
    await expect(page.getByLabel('Your name, for the gate (optional)')).toHaveValue('Dev Patel')
    await page.getByRole('button', { name: 'Take it on this phone' }).click()
    await expect(page).toHaveURL(/\/my-tickets\/[\w-]{36}$/)
    await expect(page.getByText('Dev Patel')).toBeVisible()
  })

  const volunteer = await Volunteer.comes(shop, 'Gate A')
  const worker = await newCustomer(shop, 'Gate Staff')
  const { client: admin } = await demoPerson(shop, 'admin')
  await admin.rpc('set_staff_role', { p_user_id: worker.id, p_role: 'gate' }).throwOnError()
  await admin.rpc('set_staff_events', { p_user_id: worker.id, p_event_ids: [event] }).throwOnError()
  await volunteer.signsIn(worker.email, worker.password)
  await volunteer.prepares(singer)
  await volunteer.opensTheGate()
  await shop.stop()
  for (const qr of group.qrs.slice(0, 3)) {
    await volunteer.scans(qr, 'ENTER', '1 person.')
    await volunteer.next()
  }
  await volunteer.scans(screenshot, 'NOT VALID', 'Dev P. has the ticket now')
  await volunteer.next()
  await visitor.page.goto('/my-tickets')
  const given = visitor.page.getByRole('region', { name: 'Tickets given to you' })
  const qr = await opensTicket(visitor.page, given.getByRole('link', { name: /^Show ticket/ }))
  await volunteer.scans(await readQr(await qr.screenshot()), 'ENTER', 'Dev P.')
  await volunteer.leaves()
  await shop.restart()
})
