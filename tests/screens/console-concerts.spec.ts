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

test('A concert keeps its singer once a seat is held and its date and place once one is sold; Move takes it elsewhere', async ({
  staff,
  shop,
}) => {
  const { client } = await demoPerson(shop, 'admin')
  const { id, singer, categories } = await publishConcert(shop, [gold])
  const another = `Omkar ${randomUUID().slice(0, 4)}`
  await client.from('singers').insert({ name: another }).throwOnError()
  const { data: stored } = await client.from('events').select('singer_id').eq('id', id).single()
  const { page } = staff
  await page.goto(`/admin/events?q=${singer}`)
  const edit = page.getByRole('button', { name: `Edit: ${singer}` })
  const form = page.getByRole('form', { name: `Edit ${singer}` })
  const row = page.getByRole('row').filter({ hasText: singer })
  await edit.click()
  const buyer = await newCustomer(shop, 'Parul Joshi')
  await holds(shop, buyer, categories.Gold!, ['A1'])
  await form.getByLabel('Singer').selectOption(another)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(
    page.getByText('Tickets are sold or held, so the singer cannot change. Nothing was saved.'),
  ).toBeVisible()
  await expect(form.getByLabel('Singer')).toBeDisabled()
  await expect(form.getByLabel('Singer')).toHaveValue(stored!.singer_id)

  await buys(shop, buyer, categories.Gold!, ['A2'])
  await page.reload()
  await edit.click()
  await expect(form.getByText('Change date, city and venue with Move')).toBeVisible()
  for (const field of ['Singer', 'City', 'Venue', 'Date', 'Time'])
    await expect(form.getByLabel(field, { exact: true })).toBeDisabled()
  await form.getByLabel('Genre (optional)').selectOption('Jazz')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Event updated successfully')).toBeVisible()
  await expect(row).toContainText('Jazz')

  await edit.click()
  await form.getByRole('button', { name: 'Move instead' }).click()
  const move = page.getByRole('dialog', { name: 'Move this event' })
  await expect(move).toContainText('For a new place alone they cannot.')
  await move.getByLabel('New venue').fill('Garden stage')
  await expect(move).toContainText('They can ask for their money back only when the time changes.')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await expect(row).toContainText('Garden stage')

  await edit.click()
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
  await page.getByRole('button', { name: `Edit: ${rained.singer}` }).click()
  const form = page.getByRole('form', { name: `Edit ${rained.singer}` })
  await form.getByRole('button', { name: 'Move instead' }).click()
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
  await page
    .getByRole('form', { name: `Edit ${old.singer}` })
    .getByRole('button', { name: 'Cancel' })
    .click()
  await opensMenu(page, old.singer)
  await expect(page.getByRole('button', { name: /^Delete: / })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Move|Cancel): / })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Move instead' })).toHaveCount(0)
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
  await add.getByRole('button', { name: 'Add Event' }).click()
  const second = page.getByRole('dialog', { name: 'Add the same event a second time?' })
  await expect(second).toContainText(`${name} is already at Nehru Hall, Pune, Sat 5 Feb 2028, 7:00 pm`)
  await second.getByRole('button', { name: 'Cancel' }).click()
  await add.getByLabel('Venue').fill(typed.venue)
  await add.getByLabel('Date').fill(typed.date)
  await add.getByRole('button', { name: 'Add Event' }).click()
  const past = page.getByRole('dialog', { name: 'Add an event in the past?' })
  await expect(past).toContainText('Sat 6 Feb 2021, 7:00 pm is in the past, so its tickets cannot be bought.')
  await past.getByRole('button', { name: 'Add it anyway' }).click()
  await expect(page.getByText('Event added successfully')).toBeVisible()

  const garden = page.getByRole('row').filter({ hasText: 'Garden' })
  const question = page.getByRole('dialog', { name: 'Have the same event twice?' })
  const edit = page.getByRole('form', { name: `Edit ${name}` })
  await garden.getByRole('button', { name: /^Edit: / }).click()
  await edit.getByLabel('Venue').fill('nehru  hall')
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(question).toContainText(`${name} is already at Nehru Hall, Pune, Sat 5 Feb 2028, 7:00 pm`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await edit.getByRole('button', { name: 'Cancel' }).click()

  await choosesFromMenu(garden, 'Move')
  const move = page.getByRole('dialog', { name: 'Move this event' })
  await move.getByLabel('New venue').fill('NEHRU HALL')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await expect(question).toContainText(`${name} is already at Nehru Hall`)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(move.getByLabel('New venue')).toHaveValue('NEHRU HALL')
  await move.getByRole('button', { name: 'Move the event' }).click()
  await question.getByRole('button', { name: 'Move it anyway' }).click()
  await expect(page.getByText('NEHRU HALL', { exact: true })).toBeVisible()
})
