import { randomUUID } from 'node:crypto'
import { demoPerson, newCustomer } from '../support/server/visitor.ts'
import { answer, worksAt } from '../support/people/gate-device.ts'
import { begin } from '../support/sales/begun-concert.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { boughtTicket } from '../support/sales/refunds.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'
import { opensTab } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

test('A lost gate phone: one press takes the role and withdraws the keys, and shows what it scanned', async ({
  shop,
  staff: { page },
}) => {
  const { event, pair } = await atTheGate(shop)
  const admin = await demoPerson(shop, 'admin')
  const { volunteer } = await worksAt(shop, admin, event.id, pair)
  const before = await answer<{ keys: { number: number }[] }>(admin.client, 'gate_key', { p_event_id: event.id })

  await page.goto(`/admin/events/${event.id}/gate`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Open the device at Gate L, Sunita D.' }).click()
  const dialog = page.getByRole('dialog', { name: 'Device at Gate L' })
  await expect(dialog.getByRole('row').filter({ hasText: 'ENTER' })).toContainText(pair.seats.join(', '))
  await dialog.getByRole('button', { name: 'This phone is lost…' }).click()
  const question = page.getByRole('dialog', { name: 'Is this phone lost?' })
  await expect(question).toContainText('Sunita D. is no longer staff from this moment.')
  await expect(question).toContainText('A code that was printed or saved before is refused from then on.')
  await question.getByRole('button', { name: 'It is lost' }).click()
  await expect(page.getByText('Sunita D. is no longer staff; the keys of 1 event withdrawn')).toBeVisible()
  await expect(dialog.getByText(/^Reported lost/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(
    page.getByRole('table', { name: 'Devices' }).getByRole('row').filter({ hasText: 'Gate L' }),
  ).toContainText('Lost')

  const after = await answer<{ keys: { number: number }[] }>(admin.client, 'gate_key', { p_event_id: event.id })
  expect(after.keys.map((key) => key.number)).not.toContain(before.keys[0]!.number)
  const { error } = await volunteer.client.rpc('gate_roster', { p_event_id: event.id })
  expect(error?.message).toBe('forbidden')
  const own = await worksAt(shop, admin, event.id, pair)
  await answer(admin.client, 'report_gate_device', {
    ...{ p_event_id: event.id, p_device: own.device, p_gate: 'Gate L', p_waiting: 0, p_roster_at: null },
  })
  await page.reload()
  await page.getByRole('button', { name: /^Open the device at Gate L, (?!Sunita)/ }).click()
  await page.getByRole('button', { name: 'This phone is lost…' }).click()
  await page.getByRole('button', { name: 'It is lost' }).click()
  await expect(page.getByText('It was last used with your own account.')).toBeVisible()
})

test('The door of a concert of last month: its name and date, and a check-in file called after it', async ({
  shop,
  staff: { page },
}) => {
  const { client } = await demoPerson(shop, 'admin')
  const monthAgo = new Date(Date.now() - 30 * 86_400_000).toISOString()
  const singer = { name: `Meher Qazi ${randomUUID().slice(0, 4)}` }
  const { data: row } = await client.from('singers').insert(singer).select('id').single()
  const event = { singer_id: row!.id, city: 'Navi Mumbai', venue: 'Hall', date: monthAgo }
  const { data: made } = await client.from('events').insert(event).select('id').single()
  await page.goto(`/admin/events/${made!.id}/gate`)
  await expect(page.getByRole('heading', { level: 1, name: singer.name })).toBeVisible()
  await expect(page.getByText('Hall, Navi Mumbai')).toBeVisible()
  const file = page.waitForEvent('download')
  const noted = page.waitForResponse(/\/rpc\/note_export/)
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const day = new Date(Date.parse(monthAgo) + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const called = singer.name.toLowerCase().replace(' ', '-').replace(' ', '-')
  expect((await file).suggestedFilename()).toBe(`check-ins-${called}-navi-mumbai-${day}.csv`)
  await noted
  await page.goto('/admin/dashboard/history')
  await expect(page.getByText('Check-ins saved as a file').first()).toBeVisible()
})

test('On the day of a concert Home says first who is in, and leads to the arrivals', async ({
  shop,
  staff: { page },
}) => {
  const concert = await boughtTicket(shop, 'Chhaya Sathe')
  await begin(shop, [concert], 0)
  await worksAt(shop, await demoPerson(shop, 'admin'), concert.id, { id: concert.ticketId, seats: ['A1'] })
  await page.goto('/admin/dashboard')
  const today = page.getByRole('region', { name: 'Today' }).getByRole('listitem').filter({ hasText: concert.singer })
  await expect(today).toContainText('1 of 1 let in.')
  await today.getByRole('link', { name: 'Arrivals' }).click()
  await expect(page.getByRole('heading', { level: 1, name: concert.singer })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Arrivals by minute' })).toBeVisible()
  await opensTab(page, 'Overview')
  await expect(page.getByRole('region', { name: 'Arrivals by minute' })).toContainText('1 of 1 let in')
})

test('Who works at a concert is said on its door: one is added and taken off, another is invited', async ({
  shop,
  staff: { page },
}) => {
  const { client: admin } = await demoPerson(shop, 'admin')
  const volunteer = await newCustomer(shop, `Sunita ${randomUUID().slice(0, 8)}`)
  await answer(admin, 'set_staff_role', { p_user_id: volunteer.id, p_role: 'gate' })
  const { id, singer } = await publishConcert(shop, [])
  await page.goto(`/admin/events/${id}/gate`)
  const here = page.getByRole('region', { name: 'Who works here' })
  await expect(here).toContainText('No one yet.')
  await here.getByLabel('Has the role already').selectOption(`${volunteer.name}, Gate`)
  await here.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(here.getByRole('listitem')).toHaveText([new RegExp(`^${volunteer.name}, Gate`)])
  expect(await answer(volunteer.client, 'gate_events')).toMatchObject([{ event_id: id }])

  await here.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await expect(dialog.getByRole('button', { name: `Remove ${singer}` })).toBeVisible()
  await dialog.getByLabel('For').fill('Sunita of the volunteers')
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const made = page.getByRole('dialog', { name: 'Invitation for Sunita of the volunteers' })
  await expect(made.getByText(/\/invitation#/)).toBeVisible()
  await made.getByRole('button', { name: 'Close' }).click()

  const other = await newCustomer(shop, `Other ${randomUUID().slice(0, 8)}`)
  await answer(admin, 'set_staff_role', { p_user_id: other.id, p_role: 'gate' })
  await page.reload()
  const answered = Promise.withResolvers<void>()
  await page.route('**/rpc/set_works_at', (route) => answered.promise.then(() => route.fallback()))
  const takeOff = here.getByRole('button', { name: `Take off: ${volunteer.name}` })
  await takeOff.click()
  await expect(takeOff).toBeDisabled()
  await expect(here.getByRole('button', { name: 'Add', exact: true })).toHaveText('Add')
  answered.resolve()
  await expect(here).toContainText('No one yet.')

  await page.goto('/admin/dashboard')
  const due = page.getByRole('region', { name: 'What falls due' })
  await expect(due).toContainText(/invitations? (is|are) not used and ends? within 7 days, the first on /)
  await due.getByRole('link', { name: 'Invitations' }).click()
  await expect(page.getByText('Sunita of the volunteers')).toBeVisible()
})

test('All concerts: set on the door of one, they are on the volunteer’s phone, also the next, until it is taken back', async ({
  shop,
  customer,
  staff: { page },
}) => {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { page: phone, email } = customer
  const { data } = await admin.from('profiles').select('id, name').eq('email', email).single()
  await answer(admin, 'set_staff_role', { p_user_id: data!.id, p_role: 'gate' })
  const { id, singer } = await publishConcert(shop, [])
  const whose = `${data!.name}, Gate`
  await answer(admin, 'set_works_at', { p_event_id: id, p_user_id: data!.id, p_works: true })
  await page.goto(`/admin/events/${id}/gate`)
  const here = page.getByRole('region', { name: 'Who works here' })
  await here.getByRole('button', { name: `Add to all concerts: ${whose}` }).click()
  await expect(here.getByRole('listitem').filter({ hasText: whose })).toContainText('· all concerts')
  const next = await publishConcert(shop, [])
  await phone.goto('/admin/scan')
  await phone.getByText(/later events$/).click()
  await expect(phone.getByText(next.singer)).toBeVisible()

  await page.goto(`/admin/users?user=${data!.id}`)
  await expect(page.getByText('Works at the gate of all concerts.')).toBeVisible()
  await page.getByText('History', { exact: true }).last().click()
  await expect(page.getByText('All concerts from')).toBeVisible()
  await page.goto(`/admin/events/${next.id}/gate`)
  await here.getByRole('button', { name: `Take off all concerts: ${whose}` }).click()
  await expect(here.getByRole('listitem').filter({ hasText: whose })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(here.getByRole('listitem').filter({ hasText: whose })).toContainText('· all concerts')
  await here.getByRole('button', { name: `Take off all concerts: ${whose}` }).click()
  await expect(here.getByRole('listitem').filter({ hasText: whose })).toHaveCount(0)
  await phone.reload()
  await phone.getByText('1 later event').click()
  await expect(phone.getByText(singer)).toBeVisible()
  await expect(phone.getByText('A concert is missing? Ask an admin')).toBeVisible()

  await here.getByRole('button', { name: 'Invite staff' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite staff' })
  await dialog.getByLabel('For').fill('Farida of the ushers')
  await dialog.getByLabel('All concerts').click()
  await expect(dialog.getByRole('button', { name: 'Add concerts' })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.getByText(/\/invitation#/).textContent()
  await phone.goto(link!.trim())
  await expect(phone.getByText('Every event')).toBeVisible()
  await page.goto('/admin/users/invitations')
  await expect(page.getByRole('row').filter({ hasText: 'Farida of the ushers' })).toContainText('All concerts')
})

test('Gate staff without an event are told whom to ask, and have no other page', async ({ shop, customer }) => {
  const { page, email } = customer
  const admin = await demoPerson(shop, 'admin')
  const { data } = await admin.client.from('profiles').select('id').eq('email', email).single()
  await answer(admin.client, 'set_staff_role', { p_user_id: data!.id, p_role: 'gate' })
  await page.goto('/admin/payments')
  await expect(page).toHaveURL(/\/admin\/scan$/)
  await expect(page.getByText(/Ask an admin to assign you\./)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open the gate' })).toBeDisabled()
})
