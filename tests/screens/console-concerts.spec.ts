import { randomUUID } from 'node:crypto'
import { demoPerson, newCustomer } from '../support/server/visitor.ts'
import { begin } from '../support/sales/begun-concert.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { buys, holds } from '../support/sales/purchases.ts'
import { boughtTicket } from '../support/sales/refunds.ts'
import { choosesFromMenu, opensMenu } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

const hall = {
  stage: 'top',
  sections: [
    { code: 'STAL', name: 'Stalls', rows: [{ label: 'A', seats: [1, 2, 3] }] },
    { code: 'BALC', name: 'Balcony', rows: [{ label: 'A', seats: [1, 2] }] },
  ],
}

test('Two price zones of one hall are put on sale, each with its own sections', async ({ staff, shop }) => {
  const { client } = await demoPerson(shop, 'admin')
  await client.from('seating_layouts').insert({ name: 'Hall of two zones', layout_data: hall }).throwOnError()
  const { id: event } = await publishConcert(shop, [])
  const { page } = staff
  const beginsZone = async (name: string) => {
    const form = await staff.beginsCategory(event, name, '800')
    await form.getByLabel('Layout (optional)').selectOption({ label: 'Hall of two zones' })
    return form
  }
  const form = await beginsZone('Gold')
  await form.getByLabel('Balcony (BALC), 2 seats').uncheck()
  await expect(await staff.addsCategory(form, 'Gold')).toContainText('0 of 3')

  await beginsZone('Silver')
  await expect(form.getByLabel('Stalls (STAL), 3 seats')).toBeDisabled()
  await expect(form.getByText('Sold as Gold')).toBeVisible()
  await expect(form.getByLabel('Balcony (BALC), 2 seats')).toBeChecked()
  await expect(await staff.addsCategory(form, 'Silver')).toContainText('0 of 2')

  await beginsZone('Third')
  await expect(form.getByText('Sold as Silver')).toBeVisible()
  await form.getByRole('button', { name: 'Add Ticket Category' }).click()
  await expect(form.getByText('Every section of this layout is sold already.')).toBeVisible()
  await page.goto(`/admin/tickets?event=${event}`)
  await expect(page.getByRole('row').filter({ hasText: 'Silver' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Third' })).toHaveCount(0)
  await page.getByRole('button', { name: /^Assign Layout: Silver/ }).click()
  await expect(page.getByRole('dialog').getByText('Sold as Gold')).toBeVisible()
})

test('A concert keeps its singer once a seat is held, says so once one is sold, and moves; its singer is renamed elsewhere', async ({
  staff,
  shop,
}) => {
  const { id, singer, categories } = await publishConcert(shop, [gold])
  const { page } = staff
  const form = page.getByRole('form', { name: 'Edit the concert' })
  const dialog = page.getByRole('dialog')
  await page.goto(`/admin/events?q=${singer}`)
  await page.getByRole('button', { name: `Edit: ${singer}` }).click()
  await expect(page).toHaveURL(new RegExp(`${id}/edit$`))
  const buyer = await newCustomer(shop, 'Parul Joshi')
  await holds(shop, buyer, categories.Gold!, ['A1'])
  await form.getByLabel('Singer').fill('Another Singer')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toContainText('Tickets are sold or held, so the singer cannot change.')
  await dialog.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('link', { name: 'All events' }).click()
  await dialog.getByRole('button', { name: 'Leave' }).click()

  await buys(shop, buyer, categories.Gold!, ['A2'])
  await page.goto(`/admin/events/${id}/edit`)
  await page.getByRole('button', { name: 'Show it as it is stored' }).click()
  await expect(form.getByLabel('Singer')).toBeDisabled()
  await expect(form.getByText('Another date, city or venue moves the concert')).toBeVisible()
  await form.getByLabel('Genre (optional)').selectOption('Jazz')
  await form.getByLabel('Venue').fill('Garden stage')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(dialog).toContainText('Tickets stay valid and show the new date or place')
  await dialog.getByRole('button', { name: 'Save the changes' }).click()
  await expect(page.getByText('Event updated successfully')).toBeVisible()
  await page.goto(`/admin/events?q=${singer}`)
  for (const text of ['Jazz', 'Garden stage'])
    await expect(page.getByRole('row').filter({ hasText: singer })).toContainText(text)

  await page.getByRole('button', { name: `Edit: ${singer}` }).click()
  await form.getByRole('link', { name: 'rename the singer' }).click()
  await expect(page.getByRole('button', { name: `Rename: ${singer}` }).filter({ visible: true })).toBeVisible()
})

test('A concert that has begun can be moved to another day or called off at the doors for a week', async ({
  staff,
  shop,
}) => {
  const [rained, old] = [await boughtTicket(shop, 'Bhanu Pathak'), await boughtTicket(shop, 'Dhruv Pathak')]
  await begin(shop, [rained], 20)
  await begin(shop, [old], 8 * 24)
  const { page } = staff
  await page.goto(`/admin/events?when=past&q=${rained.singer}`)
  await choosesFromMenu(page, 'Move', rained.singer)
  const move = page.getByRole('dialog', { name: 'Move this event' })
  await expect(move).toContainText('It began on ')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await expect(move).toContainText('Choose a time in the future.')
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await move.getByLabel('New date').fill(inThreeDays)
  await expect(move).toContainText('can ask for their money back until it begins.')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await expect(page.getByText('Event updated successfully')).toBeVisible()
  await page.goto(`/admin/events?q=${rained.singer}`)
  const row = page.getByRole('row').filter({ hasText: rained.singer })
  await expect(row).toContainText('moved from')

  await begin(shop, [rained], 2)
  await page.goto(`/admin/events?when=past&q=${rained.singer}`)
  await choosesFromMenu(page, 'Cancel', rained.singer)
  const dialog = page.getByRole('dialog', { name: 'Cancel this event?' })
  await expect(dialog).toContainText('It began on ')
  await dialog.getByLabel('Reason').fill('Rain at the doors.')
  await dialog.getByRole('button', { name: 'Cancel the event' }).click()
  await expect(row).toContainText('Rain at the doors.')

  await page.goto(`/admin/events?when=past&q=${old.singer}`)
  await page.getByRole('button', { name: `Edit: ${old.singer}` }).click()
  await expect(
    page.getByText('it began more than 7 days ago, so singer, date and place can no longer change.'),
  ).toBeVisible()
  for (const field of ['Singer', 'City', 'Venue', 'Date', 'Time'])
    await expect(page.getByRole('form').getByLabel(field, { exact: true })).toBeDisabled()
  await opensMenu(page, old.singer)
  await expect(page.getByRole('button', { name: /^Delete: / })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Move|Cancel): / })).toHaveCount(0)
})

test('An event is added in the past or a second time after a question, and so is a change that makes two events the same', async ({
  staff,
  shop,
}) => {
  const { page } = staff
  const { client } = await demoPerson(shop, 'admin')
  const name = `Twice ${randomUUID().slice(0, 4)}`
  const { data: row } = await client.from('singers').insert({ name }).select('id').single()
  const event = { singer_id: row!.id, city: 'Pune', venue: 'Nehru Hall', date: '2028-02-05T13:30:00Z' }
  await client.from('events').insert([event, { ...event, venue: 'Garden' }])
  await page.goto(`/admin/events?q=${name}`)
  const typed = { singer: name, city: 'Pune', venue: 'Garden', date: '2021-02-06', time: '19:00' }
  const add = await staff.beginsEvent({ ...typed, venue: 'nehru  hall', date: '2028-02-05' })
  const question = page.getByRole('dialog', { name: 'Have the same event twice?' })
  const twice = `${name} is already at Nehru Hall, Pune, Sat 5 Feb 2028, 7:00 pm`
  await add.getByRole('button', { name: 'Add Event' }).click()
  await expect(question).toContainText(twice)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await add.getByLabel('Venue').fill(typed.venue)
  await add.getByLabel('Date', { exact: true }).fill(typed.date)
  await add.getByRole('button', { name: 'Add Event' }).click()
  const past = page.getByRole('dialog', { name: 'Add an event in the past?' })
  await expect(past).toContainText('Sat 6 Feb 2021, 7:00 pm is in the past, so its tickets cannot be bought.')
  await past.getByRole('button', { name: 'Add it anyway' }).click()
  await expect(page.getByText('Event added successfully')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await page.goto(`/admin/events?q=${name}`)
  const garden = page.getByRole('row').filter({ hasText: 'Garden' })
  await choosesFromMenu(garden, 'Move')
  const move = page.getByRole('dialog', { name: 'Move this event' })
  await move.getByLabel('New venue').fill('NEHRU HALL')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await expect(question).toContainText(twice)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(move.getByLabel('New venue')).toHaveValue('NEHRU HALL')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await question.getByRole('button', { name: 'Move it anyway' }).click()
  await expect(page.getByText('NEHRU HALL', { exact: true })).toBeVisible()
})

test('On a phone the steps of the form are folded, and one with a problem is open', async ({ staff: { page } }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/events/new')
  const form = page.getByRole('form', { name: 'New concert' })
  const [zones, hall] = ['Price zones', 'Hall'].map((name) => form.getByRole('button', { name, exact: true }))
  const price = form.getByRole('group', { name: 'Gold', exact: true }).getByLabel('Price', { exact: true })
  await expect(form.getByLabel('Venue')).toBeVisible()
  await expect(price).toBeHidden()
  await zones!.click()
  await expect(price).toBeVisible()
  await zones!.click()
  await expect(price).toBeHidden()
  await form.getByRole('button', { name: 'Save the draft' }).click()
  await expect(price).toBeVisible()
  await expect(hall!).toHaveAttribute('aria-expanded', 'false')
})
