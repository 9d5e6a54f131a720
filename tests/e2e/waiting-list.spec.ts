import type { Customer, Payment } from '../support/people/customer.ts'
import { approves } from '../support/sales/purchases.ts'
import { roomiest, sellOut } from '../support/sales/sold-out.ts'
import { atTheGate, soldTickets } from '../support/sales/sold-tickets.ts'
import { expect, newShop, test as base } from '../support/stories/story.ts'
import { Volunteer } from '../support/people/volunteer.ts'

const test = base.extend({ shop: newShop })

/** The devices read their waits every thirty seconds. */
const NEWS_MS = 45_000

async function opensTheList({ page }: Customer, eventId: string, category: string, n: number) {
  await page.goto(`/events/${eventId}`)
  await page.getByRole('button', { name: `Join the waiting list, ${category}` }).click()
  const dialog = page.getByRole('dialog', { name: `Waiting list: ${category}` })
  for (let seats = 1; seats < n; seats += 1) await dialog.getByRole('button', { name: 'One more' }).click()
  await expect(dialog.getByLabel('Side by side, or not at all')).toBeChecked()
  await dialog.getByRole('button', { name: 'Join the waiting list' }).click()
  return dialog
}

test('A pair that was given back goes to the first whose wish it fits, and its giver gets the money', async ({
  customer: giver,
  rival,
  visitor,
  staff,
  shop,
}) => {
  const { event } = await atTheGate(shop)
  await giver.choosesSeats(event.name.split(', ')[0]!, 3, await roomiest(shop, event.id))
  await approves(shop, (await giver.pays()).orderCode)
  await giver.seesTicketsArrive()
  const group = (await soldTickets(shop))[0]!
  const [, second, third] = group.seats
  const category = await sellOut(shop, group.id)

  await test.step('Two people wait, and the second makes an account on the way', async () => {
    const dialog = await opensTheList(rival, event.id, category.name, 3)
    await expect(dialog).toContainText('You wait for 3 seats side by side. You are first in line.')
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(rival.page.getByText('You wait for 3 seats side by side.')).toBeVisible()

    const other = await opensTheList(visitor, event.id, category.name, 2)
    await other.getByLabel('Name').fill(visitor.name)
    await other.getByLabel('Email').fill(visitor.email)
    await other.getByLabel('Password').fill(visitor.password)
    await other.getByRole('button', { name: 'Create account' }).click()
    await expect(other).toContainText('You wait for 2 seats side by side. 1 person is before you.')
    await other.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('A holder gives two back, and keeps the codes until they are bought', async () => {
    const { page } = giver
    await page.goto(`/my-tickets/${group.id}`)
    for (const seat of [second!, third!]) {
      await page.getByRole('button', { name: 'Next code' }).click()
      await page.getByRole('button', { name: /^More: / }).click()
      await page.getByRole('button', { name: /^Return for refund: / }).click()
      const dialog = page.getByRole('dialog', { name: 'Return one ticket for a refund' })
      await expect(dialog).toContainText(seat.replace(/^\w+-/, ''))
      await expect(dialog).toContainText('we refund what you paid for it')
      await dialog.getByRole('button', { name: 'Return it' }).click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText(/^Returned, and /)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Keep it after all' })).toBeVisible()
    }
  })

  const payment = await test.step('The first whose wish fits is offered them, and pays', async (): Promise<Payment> => {
    const { page } = visitor
    await page.goto('/my-tickets')
    const lists = page.getByRole('region', { name: 'Waiting lists' })
    await expect(lists).toContainText('2 seats are offered to you', { timeout: NEWS_MS })
    await expect(lists).toContainText(/until .+\. (60|59) minutes left\./)
    await rival.page.goto('/my-tickets')
    await expect(rival.page.getByRole('region', { name: 'Waiting lists' })).toContainText('You are first in line.')
    await lists.getByRole('button', { name: 'Take them' }).click()
    await expect(page.getByText(/^Offered to you until/)).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Offered to you until/)).toBeVisible()
    const paid = await visitor.submits(await visitor.fillsInPayment())
    await visitor.seesItBeingChecked()
    return paid
  })

  const volunteer = await Volunteer.comes(shop, 'Gate A')
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await test.step('Until the payment is decided, the gate asks for an ID', async () => {
    const answer = await volunteer.scans(group.qrs[1]!, 'CHECK', 'being sold to another person')
    await answer.getByRole('button', { name: 'Let no one in' }).click()
    await expect(volunteer.verdict()).toHaveCount(0)
    await giver.page.goto(`/my-tickets/${group.id}`)
    await giver.page.getByRole('button', { name: 'Next code' }).click()
    await expect(giver.page.getByText('Another person has paid for it')).toBeVisible({ timeout: NEWS_MS })
  })

  await test.step('Approved, the giver sees the money owed, and staff the lists', async () => {
    await approves(shop, payment.orderCode)
    await visitor.seesTicketsArrive()
    const { page } = giver
    await page.goto('/my-tickets')
    await expect(page.getByText('Refund owed').first()).toBeVisible({ timeout: NEWS_MS })
    await page.goto(`/my-tickets/${group.id}`)
    await expect(page.getByRole('img', { name: /^QR code of ticket / })).toHaveCount(1)
    await expect(page.getByText(/sold to another person\. We owe you your money for it\./)).toHaveCount(2)
    await staff.page.goto(`/admin/events/${event.id}/settings`)
    const list = staff.page.getByRole('region', { name: `Waiting list of ${category.name}` })
    await expect(list).toContainText('Given back, sold')
    await expect(list.getByRole('row').filter({ hasText: rival.email })).toContainText('3 side by side')
  })

  await test.step('The earlier code opens nothing, the new one does', async () => {
    await volunteer.page.reload()
    await volunteer.seesTheScanner()
    await volunteer.scans(group.qrs[1]!, 'NOT VALID', 'given back and sold')
    await volunteer.next()
    await volunteer.scans(group.qrs[0]!, 'ENTER', '1 person.')
    await volunteer.next()
    const bought = (await soldTickets(shop)).find((one) => one.status === 'completed' && one.seats.includes(second!))!
    await volunteer.scans(bought.qrs[0]!, 'ENTER', '1 person.')
  })
  await volunteer.leaves()
})
