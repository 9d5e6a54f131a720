import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database.ts'
import { startShop, type Shop } from '../support/shop.ts'
import { demoPerson, newCustomer, type Customer as Person } from '../support/visitor.ts'
import { Clerk } from './support/clerk.ts'
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

interface Club {
  event: string
  balcony: string
  clerk: Person
}

/** A concert tonight with 20 numbered seats and a standing floor, and a clerk who sells for it. */
async function clubNight(shop: Shop, singer: string, clerkName: string): Promise<Club> {
  const event = randomUUID()
  const balcony = randomUUID()
  const { client: admin } = await demoPerson(shop, 'admin')
  const singerId = randomUUID()
  const date = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const category = { p_event_id: event, p_is_standing: false }
  const clerk = await newCustomer(shop, clerkName)
  for (const { error } of [
    await admin.from('singers').insert({ id: singerId, name: singer }),
    await admin.from('events').insert({ id: event, singer_id: singerId, city: 'Goa', venue: 'Night Shed', date }),
    await admin.rpc('add_ticket_category', {
      ...category,
      ...{ p_id: balcony, p_name: 'Balcony', p_price: 900, p_total_tickets: 20 },
    }),
    await admin.rpc('add_ticket_category', {
      ...category,
      ...{ p_id: randomUUID(), p_name: 'Floor', p_price: 600, p_total_tickets: 300, p_is_standing: true },
    }),
    await admin.rpc('set_staff_role', { p_user_id: clerk.id, p_role: 'box_office' }),
    await admin.rpc('set_staff_events', { p_user_id: clerk.id, p_event_ids: [event] }),
  ])
    if (error) throw new Error(error.message)
  return { event, balcony, clerk }
}

test('A club’s evening: the till is opened, tickets are sold by keyboard and printed, one is undone, one given away, and the till adds up', async ({
  shop,
  visitor,
  staff,
}) => {
  const { event, clerk: person } = await clubNight(shop, 'Low Tide', 'Kiran')
  const { page } = visitor
  const clerk = new Clerk(page)
  await clerk.signsIn(person)
  await isSoundOnBothScreens(page, 'Opening a till')
  await clerk.opensTheTill('2,000')

  await clerk.presses('2', '2', 'c')
  await expect(page.getByText('Standing, 2 people')).toBeVisible()
  await isSoundOnBothScreens(page, 'A sale')
  await clerk.sells('₹1,416.00', '2 tickets, ₹1,416.00 in cash')
  expect(clerk.pressed).toBeLessThanOrEqual(8)
  await expect(page.getByRole('img', { name: 'Code for the buyer’s phone: it opens the tickets there' })).toBeVisible()
  await isSoundOnBothScreens(page, 'What was sold')
  await clerk.presses('p')
  await expect(page.locator('html')).toHaveAttribute('data-printed', '1')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Box office' })).toBeHidden()
  const paper = page.locator('.print-sheet')
  const slips = paper.locator('.print-page')
  await expect(slips).toHaveCount(2)
  for (const line of ['Low Tide, Goa', 'Night Shed', /Standing, 1 person/, '₹1,416.00 in cash for 2', /^Order MF/])
    for (const slip of await slips.all()) await expect(slip.getByText(line)).toBeVisible()
  await page.screenshot()
  await page.emulateMedia({ media: 'screen' })

  await clerk.presses('Enter', '2', 'c')
  await clerk.sells('₹708.00', '1 ticket, ₹708.00 in cash')
  await clerk.presses('z')
  await expect(page.getByRole('dialog')).toContainText('Give ₹708.00 back from the drawer.')
  await clerk.presses('Enter')
  await expect(page.getByText('The tickets open no gate any more. Give ₹708.00 back.')).toBeVisible()

  await clerk.presses('Enter', '1', 'f')
  await page.keyboard.type('Press')
  await clerk.sells('₹0.00', '1 ticket, complimentary')

  await page.getByRole('button', { name: /^Till ₹3,416/ }).click()
  await expect(page.getByRole('table', { name: 'Sales of this till' })).toContainText('Undone')
  await isSoundOnBothScreens(page, 'The book of a till')
  await page.getByRole('button', { name: 'Cash in or out' }).click()
  const move = page.getByRole('dialog', { name: 'Cash in or out' })
  await move.getByRole('button', { name: 'Out of the drawer' }).click()
  await move.getByLabel('Amount').fill('400')
  await move.getByLabel('Why').fill('To the safe')
  await move.getByRole('button', { name: 'Write it down' }).click()
  await expect(page.getByText('− ₹400.00').first()).toBeVisible()
  await page.getByRole('button', { name: 'Close the till' }).click()
  const count = page.getByRole('dialog', { name: 'Close Front desk' })
  await count.getByLabel('Counted cash').fill('3000')
  await expect(count.getByText('₹16 too little.')).toBeVisible()
  await count.getByLabel('Counted cash').fill('3016')
  await expect(count.getByText('It adds up.')).toBeVisible()
  await count.getByRole('button', { name: 'Close the till' }).click()
  const book = page.getByRole('region', { name: 'Till Front desk' })
  await expect(book.getByText('Cash, 1 sale')).toBeVisible()
  await expect(book.getByText('It adds up.')).toBeVisible()
  await expect(page.getByText('No till is open, so nothing can be sold.')).toBeVisible()

  await staff.page.goto('/admin/tills')
  await expect(staff.page.getByRole('row').filter({ hasText: 'Kiran' })).toContainText('It adds up.')
  await isSoundOnBothScreens(staff.page, 'All tills')
  await staff.page.goto('/admin/payments?status=approved')
  await expect(staff.page.getByRole('row').filter({ hasText: 'sold by Kiran' }).first()).toBeVisible()

  const { client: admin } = await demoPerson(shop, 'admin')
  const { id: gate } = await demoPerson(shop, 'gate')
  await admin.rpc('set_staff_events', { p_user_id: gate, p_event_ids: [event] }).throwOnError()
  const tickets = (await soldTickets(shop)).filter((ticket) => ticket.eventId === event)
  const pair = tickets.find(({ seats, status }) => seats.length === 2 && status === 'completed')!
  const volunteer = await Volunteer.comes(shop, 'Gate A')
  await volunteer.signsIn()
  await volunteer.prepares('Low Tide')
  await volunteer.opensTheGate()
  for (const qr of pair.qrs) {
    await volunteer.scans(qr, 'ENTER', 'Floor. 1 person.')
    await volunteer.next()
  }
  await volunteer.leaves()
})

test('A seat that somebody took meanwhile is named, the rest is sold by UPI; a sale whose answer was lost is sold once', async ({
  shop,
  visitor,
}) => {
  const { balcony, event, clerk: person } = await clubNight(shop, 'Salt Road', 'Farah')
  const { page } = visitor
  const clerk = new Clerk(page)
  await clerk.signsIn(person)
  await clerk.opensTheTill('0')

  await clerk.presses('1', '3')
  const chosen = page.getByRole('list', { name: 'In this sale' })
  await expect(chosen).toContainText(/[A-Z]\d+, [A-Z]\d+, [A-Z]\d+/)
  const [lost] = (await chosen.textContent())!.match(/[A-Z]\d+(?=,)/)!
  const buyer = await newCustomer(shop, 'Asha Rao')
  const lines = [{ ticket_category_id: balcony, seats: [lost] }]
  await buyer.client.rpc('hold_seats', { p_order_id: randomUUID(), p_lines: lines }).throwOnError()
  await expect(page.getByText(`Someone else has just taken ${lost}. The rest of the sale is here.`)).toBeVisible({
    timeout: 20_000,
  })
  await page.getByLabel('Name', { exact: true }).fill('Meera')
  await page.getByRole('button', { name: 'UPI' }).click()
  await expect(page.getByRole('img', { name: /^UPI code: ₹2,124\.00 to / })).toBeVisible()

  let answersLost = 0
  await page.route('**/rpc/sell_at_door', async (route) => {
    await route.fetch()
    answersLost += 1
    await route.abort('connectionfailed')
  })
  await clerk.presses('Enter')
  await expect(page.getByText(/^No answer for sale MF/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^No answer for sale MF/)).toBeVisible()
  await page.unroute('**/rpc/sell_at_door')
  await expect(page.getByText('2 tickets, ₹2,124.00 by UPI', { exact: true })).toBeVisible({ timeout: 20_000 })
  expect(answersLost).toBeGreaterThan(0)
  const sales = await inDatabase(shop, (sql) =>
    sql.query<{ n: number }>('select count(*)::integer as n from public.user_tickets where event_id = $1', [event]),
  )
  expect(sales[0]!.n).toBe(1)

  await page.context().setOffline(true)
  await clerk.presses('Enter', '2')
  await expect(page.getByText(/^No network\. Selling needs it/)).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('button', { name: 'Sell ₹708.00' })).toBeVisible({ timeout: 20_000 })
})

test('A clerk who stops waiting sells on under a new number, and the book has what was sold and moved meanwhile, once', async ({
  shop,
  visitor,
}) => {
  const { clerk: person } = await clubNight(shop, 'Blue Lamp', 'Tara')
  const { page } = visitor
  const clerk = new Clerk(page)
  await clerk.signsIn(person)
  await clerk.opensTheTill('1,000')

  await losesAnswers(page, 'sell_at_door')
  await clerk.presses('2', 'c')
  await expect(page.getByRole('button', { name: 'Sell ₹708.00' })).toBeVisible()
  await clerk.presses('Enter')
  const waiting = page.getByText(/^No answer for sale MF/)
  const lost = (await waiting.textContent())!.match(/MF\w+/)![0]
  await page.getByRole('button', { name: 'Stop waiting' }).click()
  const question = page.getByRole('dialog', { name: `Stop waiting for ${lost}?` })
  await question.getByRole('button', { name: 'Stop waiting' }).click()
  await expect(waiting).toBeHidden()
  await page.unroute('**/rpc/sell_at_door')

  await clerk.presses('2', '2', 'c')
  await clerk.sells('₹1,416.00', '2 tickets, ₹1,416.00 in cash')
  await clerk.presses('Enter')
  await page.getByRole('button', { name: 'Last sale' }).click()
  await expect(page.getByText('2 tickets, ₹1,416.00 in cash', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Till ₹3,124/ }).click()
  const sales = page.getByRole('table', { name: 'Sales of this till' })
  await expect(sales.getByText(lost)).toHaveCount(1)
  await page.getByRole('button', { name: `New link for sale ${lost}` }).click()
  const link = page.getByRole('dialog', { name: `New link for sale ${lost}` })
  await link.getByRole('button', { name: 'Make a new link' }).click()
  await expect(link.getByRole('img', { name: 'Code for the buyer’s phone: it opens the tickets there' })).toBeVisible()
  await link.getByRole('button', { name: 'Close' }).click()

  await losesAnswers(page, 'move_till_cash')
  await page.getByRole('button', { name: 'Cash in or out' }).click()
  const move = page.getByRole('dialog', { name: 'Cash in or out' })
  await move.getByLabel('Amount').fill('400')
  await move.getByLabel('Why').fill('Change')
  await move.getByRole('button', { name: 'Write it down' }).click()
  await expect(move.getByRole('alert')).toContainText('no connection to the server')
  await page.unroute('**/rpc/move_till_cash')
  await move.getByLabel('Amount').fill('500')
  await move.getByRole('button', { name: 'Write it down' }).click()
  await expect(move.getByRole('alert')).toContainText('already in the book')
  await move.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(page.getByText('₹3,524.00').first()).toBeVisible()
})

/** Requests reach the server, their answers do not come back. */
const losesAnswers = (page: Page, name: string): Promise<unknown> =>
  page.route(`**/rpc/${name}`, async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })
