import { randomUUID } from 'node:crypto'
import { inDatabase } from '../support/database.ts'
import { startShop, type Shop } from '../support/shop.ts'
import { demoPerson } from '../support/visitor.ts'
import type { Customer } from './support/customer.ts'
import { readyForOffline } from './support/phone.ts'
import { soldOf } from './support/sales.ts'
import { soldTickets } from './support/sold-tickets.ts'
import { isSoundOnBothScreens } from './support/sound.ts'
import { expect, test as base } from './support/story.ts'
import { Volunteer } from './support/volunteer.ts'

/** A shop of its own: these concerts are the next ones, which other stories would find on the first page. */
const test = base.extend<object, { shop: Shop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern.
    async ({}, use) => {
      const shop = await startShop({ template: 'demo' })
      await use(shop)
      await shop.dispose()
    },
    { scope: 'worker', timeout: 400_000 },
  ],
})

/** A concert tonight without ticket categories. */
async function clubNight(shop: Shop, singer: string): Promise<string> {
  const event = randomUUID()
  const { client: admin } = await demoPerson(shop, 'admin')
  const date = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const singerId = randomUUID()
  for (const { error } of [
    await admin.from('singers').insert({ id: singerId, name: singer }),
    await admin.from('events').insert({ id: event, singer_id: singerId, city: 'Goa', venue: 'Night Shed', date }),
  ])
    if (error) throw new Error(error.message)
  return event
}

/** Adds the concert to those of the demo's gate staff. */
async function worksAt(shop: Shop, event: string): Promise<void> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { id: user } = await demoPerson(shop, 'gate')
  const { data } = await admin.from('staff_events').select('event_id').eq('user_id', user)
  const events = [...(data ?? []).map((row) => row.event_id as string), event]
  const { error } = await admin.rpc('set_staff_events', { p_user_id: user, p_event_ids: events })
  if (error) throw new Error(error.message)
}

async function sellsStanding(shop: Shop, event: string, total: number): Promise<void> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { error } = await admin.rpc('add_ticket_category', {
    p_id: randomUUID(),
    p_event_id: event,
    p_name: 'Floor',
    p_price: 600,
    p_total_tickets: total,
    p_is_standing: true,
  })
  if (error) throw new Error(error.message)
}

async function choosesPeople({ page }: Customer, event: string, n: number): Promise<void> {
  await page.goto(`/events/${event}`)
  await page.getByRole('button', { name: 'Choose Number, Floor' }).click()
  const chooser = page.getByRole('dialog', { name: 'How many people?' })
  await chooser.getByLabel('Number of people').fill(String(n))
  await chooser.getByRole('button', { name: /^Add to Cart/ }).click()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart.getByText(`Floor · Standing, ${n} ${n === 1 ? 'person' : 'people'}`)).toBeVisible()
}

test('Staff put a standing floor on sale, two people book it and come in one after the other', async ({
  staff,
  customer,
  shop,
}) => {
  const event = await clubNight(shop, 'Low Tide')
  await staff.page.goto(`/admin/tickets?event=${event}`)
  await staff.page.getByRole('button', { name: 'Add Ticket Category' }).first().click()
  const form = staff.page.getByRole('form', { name: 'Add a ticket category' })
  await form.getByLabel('Name', { exact: true }).fill('Floor')
  await form.getByLabel('Price', { exact: true }).fill('600')
  await form.getByLabel('Places').selectOption({ label: 'Standing (no seat numbers)' })
  await expect(form.getByLabel('Layout (optional)')).toHaveCount(0)
  await form.getByLabel('Total tickets').fill('20000')
  await form.getByRole('button', { name: 'Add Ticket Category' }).click()
  await expect(staff.page.getByRole('row').filter({ hasText: 'Floor' })).toContainText('Standing')

  await choosesPeople(customer, event, 2)
  const { page } = customer
  const payment = await customer.pays()
  await expect(page.getByText('Floor · Standing, 2 people')).toBeVisible()
  const review = await staff.opensPayment(payment)
  await expect(review.getByRole('cell', { name: 'Standing, 2 people' })).toBeVisible()
  await staff.approves(payment)
  await customer.seesTicketsArrive()

  await page.goto('/my-tickets')
  await expect(page.getByText('Standing, 2 people', { exact: true })).toBeVisible()
  await readyForOffline(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: /^Show/ }).click()
  await expect(page.getByRole('img', { name: /^QR code of ticket .*, Standing, 1 person$/ })).toBeVisible()
  await page.context().setOffline(false)

  await worksAt(shop, event)
  const ticket = (await soldTickets(shop)).find((one) => one.eventId === event)!
  expect(ticket.seats).toEqual([expect.stringMatching(/^\d+$/), expect.stringMatching(/^\d+$/)])
  const volunteer = await Volunteer.comes(shop, 'Gate A')
  await volunteer.signsIn()
  await volunteer.prepares('Low Tide')
  await volunteer.opensTheGate()
  await volunteer.scans(ticket.qrs[0]!, 'ENTER', 'Floor. 1 person.')
  await volunteer.next()
  const rest = await volunteer.finds('Asha', 'CHECK', { saying: '1 of 2 in' })
  await rest.getByRole('button', { name: 'Let in 1' }).click()
  await volunteer.next()
  await volunteer.scans(ticket.qrs[1]!, 'ALREADY IN')
  await volunteer.leaves()
})

test('Of five wanted places three are left, and the customer takes those', async ({ customer, rival, shop }) => {
  const event = await clubNight(shop, 'Salt Road')
  await sellsStanding(shop, event, 5)
  await choosesPeople(customer, event, 5)
  await choosesPeople(rival, event, 2)
  await rival.goesToCheckout()

  const { page } = customer
  await page.goto('/cart')
  await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
  const short = page.getByRole('alert').filter({ hasText: 'Only 3 places are left' })
  await expect(short).toContainText('Floor: 3 places are left, you wanted 5')
  await short.getByRole('button', { name: 'Take 3 places' }).click()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  const payment = await customer.submits(await customer.fillsInPayment())
  await customer.seesItBeingChecked()
  const sold = await inDatabase(shop, (sql) => soldOf(sql, payment.orderCode))
  expect(sold.claims.map((claim) => claim.state)).toEqual(['under_review', 'under_review', 'under_review'])
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('The number is changed by keyboard and in the cart, and undone; more than are left is not offered', async ({
  customer,
  shop,
}) => {
  const event = await clubNight(shop, 'Paper Boats')
  await sellsStanding(shop, event, 4)
  const { page } = customer
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await expect(page.getByRole('link', { name: /^Choose Number/ })).toBeVisible()
  await page.goto(`/events/${event}`)
  await expect(page.getByText('Standing, no seat numbers')).toBeVisible()
  await page.getByRole('button', { name: 'Choose Number, Floor' }).click()
  const chooser = page.getByRole('dialog', { name: 'How many people?' })
  await chooser.getByLabel('Number of people').focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('7')
  await expect(chooser.getByText('Only 4 places are left.')).toBeVisible()
  await isSoundOnBothScreens(page, 'The number of people')
  await chooser.getByRole('button', { name: 'Take 4' }).click()
  await chooser.getByRole('button', { name: 'One fewer' }).click()
  await expect(chooser.getByLabel('Number of people')).toHaveValue('3')
  await chooser.getByLabel('Number of people').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Your cart' }).getByText('Floor · Standing, 3 people')).toBeVisible()

  await page.goto('/cart')
  const line = page.getByRole('listitem').filter({ hasText: 'Paper Boats' })
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(line.getByText('Standing, 4 people')).toBeVisible()
  await expect(page.getByText('Now for 4 people')).toBeVisible()
  await line.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByText('Only 4 places are left.')).toBeVisible()
  await line.getByRole('button', { name: 'One fewer' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(line.getByText('Standing, 4 people')).toBeVisible()
})
