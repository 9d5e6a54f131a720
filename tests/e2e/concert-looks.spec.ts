import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { demoPerson, newCustomer } from '../support/server/visitor.ts'
import { Clerk } from '../support/people/clerk.ts'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { Customer } from '../support/people/customer.ts'
import { buys } from '../support/sales/purchases.ts'
import { isSoundOnBothScreens } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/story.ts'

/** Looks at each page once it shows `text`. */
async function looks(page: Page, path: string, text: string | RegExp, name: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByText(text).first()).toBeVisible()
  await isSoundOnBothScreens(page, name)
}

test('The screens where staff make and change a concert are sound on both screens', async ({ staff, rival, shop }) => {
  const { page } = staff
  const { client: admin } = await demoPerson(shop, 'admin')
  const { id: event, categories } = await publishConcert(shop, [floor])
  await buys(shop, rival, categories.Floor!, 1)

  await page.goto('/admin/events/new')
  await page.getByRole('button', { name: 'Add a phase to Gold' }).click()
  await isSoundOnBothScreens(page, 'New concert')

  await page.goto(`/admin/events/${event}/edit`)
  const form = page.getByRole('form', { name: 'Edit the concert' })
  const price = form.getByRole('group', { name: 'Floor', exact: true }).getByLabel('Price', { exact: true })
  // On a phone its steps are folded.
  await form.getByRole('button', { name: 'Price zones', exact: true }).click()
  await price.fill('550')
  await isSoundOnBothScreens(page, 'An edit of a concert')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('It concerns 1 ticket')
  await isSoundOnBothScreens(page, 'What an edit concerns')
  await admin.from('ticket_categories').update({ price: 575 }).eq('id', categories.Floor).throwOnError()
  await page.getByRole('dialog').getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('Someone changed this concert meanwhile')).toBeVisible()
  await isSoundOnBothScreens(page, 'An edit after another admin’s')

  await looks(page, `/admin/events/${event}/edit#about`, 'House rules', 'Text and poster of a concert')
  await looks(page, `/admin/events/${event}/share`, 'It is on sale', 'What makes a concert known')
  await expect(page.getByRole('link', { name: 'WhatsApp: हिन्दी' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=/,
  )
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Text for WhatsApp')).toBeHidden()
  // On paper: the poster alone, with the code that leads to it.
  await expect(page.getByText(`${shop.url}/events/${event}`).filter({ visible: true })).toHaveText(
    `${shop.url}/events/${event}`,
  )
  await page.emulateMedia({ media: null })
  await page.goto(`/admin/tickets?event=${event}`)
  await page.getByRole('button', { name: 'Add Ticket Category' }).first().click()
  await page.getByRole('button', { name: 'Add a Phase' }).click()
  await isSoundOnBothScreens(page, 'A ticket category with phases')

  const draft = await publishConcert(shop, [floor], { publish: 'draft' })
  await page.goto(`/admin/events?state=draft&q=${encodeURIComponent(draft.singer)}`)
  await page.getByRole('button', { name: /^Publish: / }).click()
  await expect(page.getByRole('dialog', { name: 'Publish this event?' })).toBeVisible()
  await isSoundOnBothScreens(page, 'Publishing')
})

test('The screens of a concert’s staff and of its guests are sound on both screens', async ({ staff, shop }) => {
  const { page } = staff
  const { client: admin } = await demoPerson(shop, 'admin')
  const { id: event, categories } = await publishConcert(shop, [floor])
  const guest = { id: randomUUID(), name: 'Meera Joshi', contact: '', count: 2 }
  const given = { p_ticket_category_id: categories.Floor, p_guests: [guest], p_list: 'Press' }
  const { data: added } = await admin.rpc('add_guests', given).throwOnError()

  await looks(page, `/admin/events/${event}/guests`, 'Meera Joshi', 'The guest list')
  await page.getByRole('button', { name: 'Add from a file' }).click()
  const file = page.getByRole('dialog', { name: 'Add guests from a file' })
  await file.getByLabel('Guests', { exact: true }).fill('Name,Contact,Number\nAsha,98200 12345,2\n,x@example.in,1')
  await expect(file.getByText('Line 3: The name is missing.')).toBeVisible()
  await isSoundOnBothScreens(page, 'Guests of a file')
  await looks(page, `/ticket#${added[0].secret}`, '2 people · Floor', 'A ticket’s link')

  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('For').fill('Sunita of the volunteers')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = page.getByRole('dialog', { name: 'Invitation for' }).getByText(/\/invitation#/)
  await expect(link).toBeVisible()
  await isSoundOnBothScreens(page, 'The link of an invitation')
  await looks(page, (await link.textContent())!.trim(), 'You scan tickets at the gate.', 'An invitation')
})

test('The till is sound on both screens, and what it prints has a slip a person', async ({ customer, staff, shop }) => {
  const { page } = customer
  const { id: event } = await publishConcert(shop, [floor], { hours: 3 })
  const clerk = await Clerk.comes(shop, customer, event)
  await isSoundOnBothScreens(page, 'Opening a till')
  await clerk.opensTheTill('2,000')
  await clerk.presses('2', 'c')
  await isSoundOnBothScreens(page, 'A sale')
  await clerk.sells('₹1,416.00', '2 tickets, ₹1,416.00 in cash')
  await isSoundOnBothScreens(page, 'What was sold')

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Box office' })).toBeHidden()
  const slips = page.locator('.print-sheet .print-page')
  await expect(slips).toHaveCount(2)
  for (const line of ['Night Shed', /Standing, 1 person/, '₹1,416.00 in cash for 2', /^Order MF/])
    for (const slip of await slips.all()) await expect(slip.getByText(line)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Till', exact: true }).click()
  await isSoundOnBothScreens(page, 'The book of a till')
  await looks(staff.page, '/admin/tills', customer.name, 'All tills')

  await looks(staff.page, `/admin/events/${event}/settlement`, 'Who gets what', 'A settlement')
  await staff.page.getByRole('button', { name: 'Edit shares and costs' }).click()
  await staff.page.getByRole('button', { name: 'Add a share' }).click()
  await isSoundOnBothScreens(staff.page, 'The shares of a settlement')
  await staff.page.setViewportSize({ width: 700, height: 1000 })
  await staff.page.emulateMedia({ media: 'print' })
  const zones = staff.page.getByRole('table', { name: 'By zone and price' })
  await expect(zones.getByRole('columnheader', { name: 'GST' })).toBeVisible()
  await expect(zones).toBeInViewport({ ratio: 1 })
  for (const part of ['navigation', 'banner', 'form'] as const) await expect(staff.page.getByRole(part)).toHaveCount(0)
})

test('The screens of a sale to come, a paused one, phases and a free order are sound on both screens', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  const { client: admin } = await demoPerson(shop, 'admin')
  const [birds, later, free, draft] = await Promise.all([
    publishConcert(shop, [{ ...floor, phases: [{ name: 'Early bird', price: 500, until_sold: 2 }] }]),
    publishConcert(shop, [{ ...floor, sale_from: new Date(Date.now() + 8.64e7).toISOString() }]),
    publishConcert(shop, [{ ...floor, price: 0, is_free: true }]),
    publishConcert(shop, [floor], { publish: 'draft' }),
  ])
  await looks(page, `/events/${birds.id}`, 'Early bird · 2 left', 'An early bird')
  await admin.rpc('pause_event', { p_event_id: birds.id }).throwOnError()
  await looks(page, `/events/${birds.id}`, 'Sale paused for the moment', 'A paused sale')
  await looks(page, `/events/${later.id}`, /^Tickets from /, 'Before the sale')
  const { data: key } = await admin.rpc('make_event_preview', { p_event_id: draft.id }).throwOnError()
  await looks(page, `/preview#${key.key}`, 'This concert is not published yet.', 'A preview')

  await customer.choosesPlaces(free.id, 1)
  await customer.goesToCheckout()
  await expect(page.getByRole('heading', { name: 'Get your tickets' })).toBeVisible()
  await isSoundOnBothScreens(page, 'A free order')
})

test('The screens of a queue and of a test purchase are sound on both screens', async ({ customer, staff, shop }) => {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { id: event } = await publishConcert(shop, [floor])
  const { id: later } = await publishConcert(shop, [floor])
  const [joins, opens] = [1_000, 3_000].map((ms) => new Date(Date.now() + ms).toISOString())
  const queue = { p_event_id: event, p_joins_from: joins, p_opens_at: opens, p_per_minute: 1 }
  await admin.rpc('save_queue', queue).throwOnError()
  const { page } = staff
  const buyer = new Customer(page.context(), page)
  await buyer.choosesPlaces(later, 1)
  await buyer.goesToCheckout()
  await page.getByRole('checkbox', { name: 'Test purchase: not counted, no money' }).check()
  await expect(page.getByText('Do not pay. Type any 12 digits')).toBeVisible()
  await isSoundOnBothScreens(page, 'The checkout of a test')

  // Who is first is let in at once, the second a minute later.
  const { client: first } = await newCustomer(shop)
  await expect.poll(async () => (await first.rpc('join_queue', { p_event_id: event })).error).toBeNull()
  await customer.page.goto(`/queue/${event}`)
  await customer.page.getByRole('button', { name: 'Join the queue' }).click()
  await expect(customer.page).toHaveTitle(/^Place \d/)
  await isSoundOnBothScreens(customer.page, 'In line')
  await looks(customer.page, `/events/${event}`, /^You are in the queue, place/, 'The event of a queue')
  await customer.page.goto(`/queue/${event}`)
  await customer.page.getByRole('link', { name: 'How the order was made' }).click()
  await expect(customer.page.getByRole('heading', { level: 2, name: 'How the order was made' })).toBeVisible()
  await isSoundOnBothScreens(customer.page, 'The draw')
})
