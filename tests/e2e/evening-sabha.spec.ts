import { demoPerson } from '../support/server/visitor.ts'
import { announces, publishes, zoneOf } from '../support/stories/evening.ts'
import { poster } from '../support/sales/files.ts'
import { ticketsOf } from '../support/sales/sold-tickets.ts'
import { approves } from '../support/sales/purchases.ts'
import { choosesConcert } from '../support/stories/concert-page.ts'
import { expect, newShop, test as base } from '../support/stories/story.ts'
import { Volunteer } from '../support/people/volunteer.ts'

/** A shop of its own: this concert is the next one, which other stories would find on the first page. */
const test = base.extend({ shop: newShop })

const VEENA = 'A veena on a red cloth'
const evening = {
  singer: 'Ranjani Iyer',
  city: 'Chennai',
  venue: 'Kolam Sabha',
  text: 'A full kutcheri, with the season’s members in the front.',
}

test('A sabha’s evening: a poster, a hall of numbered seats, a row off sale for sponsors, the members’ code, and the gate', async ({
  staff,
  customer,
  shop,
}) => {
  const { page } = staff
  const form = await announces(page, evening)
  await form.getByLabel('Choose a poster').setInputFiles(poster())
  await expect(form.getByText('1280 × 1600 pixels, in three sizes')).toBeVisible()
  await form.getByLabel('What the poster shows').fill(VEENA)
  for (const [zone, price] of [
    ['Gold', '1500'],
    ['Silver', '900'],
    ['Bronze', '500'],
  ] as const)
    await zoneOf(form, zone).getByLabel('Price', { exact: true }).fill(price)
  await expect(form.getByText('Every section is in a zone.').first()).toBeVisible()
  const event = await publishes(page, shop, evening)

  await page.goto(`/admin/events/${event}/seats?view=list`)
  const rows = page.getByRole('list', { name: 'Rows of the hall' })
  await rows.getByRole('button', { name: /row A/ }).first().click()
  await rows.getByRole('button', { name: /^Choose \d+ free seats of row A$/ }).click()
  const chosen = page.getByRole('region', { name: 'Chosen seats' })
  await chosen.getByLabel('Reason').fill('Sponsors')
  await chosen.getByRole('button', { name: /^Take \d+ seats off sale$/ }).click()
  await expect(rows.getByRole('listitem').first()).toContainText(/\d+ off sale/)

  await page.goto('/admin/codes')
  await page.getByRole('button', { name: 'Add Code' }).click()
  const code = page.getByRole('form', { name: 'Add a code' })
  await code.getByLabel('Code', { exact: true }).fill('RASIKA26')
  await code.getByLabel('Percent').fill('20')
  await choosesConcert(page, evening.singer)
  await expect(code.getByLabel('Gold')).toBeVisible()
  await code.getByRole('button', { name: 'Add Code' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'RASIKA26' })).toBeVisible()

  await customer.page.goto('/events')
  await customer.page
    .getByRole('link', { name: new RegExp(evening.singer) })
    .first()
    .click()
  await expect(customer.page.getByRole('img', { name: VEENA }).first()).toBeVisible()
  await expect(customer.page.getByText(evening.text)).toBeVisible()
  const { picker, category } = await customer.opensSeats('Gold')
  await picker.getByRole('button', { name: 'Best 2 seats together' }).click()
  const choice = await customer.addsToCart(evening.singer, 'tonight', { picker, category })
  expect(
    choice.seats.filter((seat) => /-A\d+$/.test(seat)),
    'the sponsors’ row',
  ).toEqual([])
  await customer.page.goto('/cart')
  await customer.page.getByRole('button', { name: 'Have a code?' }).click()
  await customer.page.getByLabel('Discount code').fill('rasika-26')
  await customer.page.getByRole('button', { name: 'Apply' }).click()
  await expect(customer.page.getByText('Code RASIKA26 applied')).toBeVisible()
  const payment = await customer.pays()
  expect(payment.amount).toBe('₹2,892.00')
  await approves(shop, payment.orderCode)
  await customer.seesTicketsArrive()

  const [ticket] = await ticketsOf(shop, event)
  const { id: gate } = await demoPerson(shop, 'gate')
  const { client: admin } = await demoPerson(shop, 'admin')
  await admin.rpc('set_staff_events', { p_user_id: gate, p_event_ids: [event] }).throwOnError()
  const volunteer = await Volunteer.comes(shop, 'Gate A')
  await volunteer.signsIn()
  await volunteer.prepares(evening.singer)
  await volunteer.opensTheGate()
  for (const qr of ticket!.qrs) {
    await volunteer.scans(qr, 'ENTER', 'Gold')
    await volunteer.next()
    await volunteer.scans(qr, 'ALREADY IN')
    await volunteer.next()
  }
  await volunteer.leaves()
})
