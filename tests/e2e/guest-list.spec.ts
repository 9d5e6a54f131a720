import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { readQr } from '../support/qr.ts'
import { startShop, type Shop } from '../support/shop.ts'
import { demoPerson } from '../support/visitor.ts'
import { readyForOffline, rowsOf } from './support/phone.ts'
import { expect, test as base } from './support/pocket.ts'
import { isSoundOnBothScreens } from './support/sound.ts'
import { opensTicket } from './support/tickets.ts'
import { Volunteer } from './support/volunteer.ts'

/** A shop of its own: its server stops. */
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

/** A concert tonight with a standing floor and twelve seats; the demo's gate staff work there. */
async function clubNight(shop: Shop, singer: string): Promise<string> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { id: gate } = await demoPerson(shop, 'gate')
  const [event, singerId] = [randomUUID(), randomUUID()]
  const date = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const category = { p_event_id: event, p_price: 600 }
  for (const ask of [
    () => admin.from('singers').insert({ id: singerId, name: singer }),
    () => admin.from('events').insert({ id: event, singer_id: singerId, city: 'Goa', venue: 'Night Shed', date }),
    () =>
      admin.rpc('add_ticket_category', {
        ...category,
        p_id: randomUUID(),
        p_name: 'Floor',
        p_total_tickets: 500,
        p_is_standing: true,
      }),
    () => admin.rpc('add_ticket_category', { ...category, p_id: randomUUID(), p_name: 'Chairs', p_total_tickets: 12 }),
  ]) {
    const { error } = await ask()
    if (error) throw new Error(error.message)
  }
  const { data } = await admin.from('staff_events').select('event_id').eq('user_id', gate)
  const events = [...(data ?? []).map((row) => row.event_id as string), event]
  const { error } = await admin.rpc('set_staff_events', { p_user_id: gate, p_event_ids: events })
  if (error) throw new Error(error.message)
  return event
}

/** Adds a guest by the form and returns the link. */
async function addsGuest(page: Page, name: string, fill: (form: Locator) => Promise<void>): Promise<string> {
  await page.getByRole('button', { name: 'Add a guest' }).click()
  const form = page.getByRole('form', { name: 'Add a guest' })
  await form.getByLabel('Name', { exact: true }).fill(name)
  await fill(form)
  await form.getByRole('button', { name: 'Add to the list' }).click()
  const made = page.getByRole('dialog', { name: `Link for ${name}` })
  const link = (await made.getByText(/\/ticket#/).textContent())!.trim()
  await made.getByRole('button', { name: 'Close' }).click()
  return link
}

const inList = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

test('A guest opens a link on a phone without an account; the server stops, and the ticket still lets two people in', async ({
  staff,
  phone,
  visitor,
  shop,
}) => {
  const event = await clubNight(shop, 'Low Tide')
  const { page } = staff
  await page.goto(`/admin/events/${event}/guests`)
  const meera = await addsGuest(page, 'Meera Joshi', async (form) => {
    await form.getByLabel('List (optional)').fill('Press')
    await form.getByLabel('Ticket', { exact: true }).selectOption({ label: 'Floor (500 free)' })
    await form.getByLabel('Number of people').fill('2')
  })
  const ravi = await addsGuest(page, 'Ravi Kumar', async (form) => {
    await form.getByLabel('Ticket', { exact: true }).selectOption({ label: 'Chairs (12 free)' })
    await form.getByRole('button', { name: 'Best together' }).click()
  })
  await expect(inList(page, 'Meera Joshi')).toContainText('Link not opened')

  const guest = phone.page
  await guest.goto(meera)
  await expect(guest.getByRole('heading', { name: 'A ticket for you' })).toBeVisible()
  await expect(guest).toHaveURL(/\/ticket$/)
  await expect(guest.getByText('Low Tide, Goa')).toBeVisible()
  await expect(guest.getByText('2 people · Floor')).toBeVisible()
  await expect(guest.getByText('Meera Joshi')).toHaveCount(0)
  await isSoundOnBothScreens(guest, 'A ticket’s link')
  await guest.getByRole('button', { name: 'Open this ticket on this phone' }).click()
  await expect(guest).toHaveURL(/\/my-tickets\/[\w-]{36}$/)
  await expect(guest.getByText('Meera Joshi')).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Share' })).toHaveCount(0)

  await visitor.page.goto(meera)
  await expect(visitor.page.getByRole('heading', { name: 'This ticket was opened already' })).toBeVisible()
  await inList(page, 'Ravi Kumar').getByRole('button', { name: 'Revoke: Ravi Kumar' }).click()
  const revoke = page.getByRole('dialog', { name: 'Revoke the ticket of Ravi Kumar?' })
  await revoke.getByLabel('Reason').fill('Not coming')
  await revoke.getByRole('button', { name: 'Revoke ticket' }).click()
  await expect(inList(page, 'Ravi Kumar')).toContainText('Revoked')
  await visitor.page.goto(ravi)
  await expect(visitor.page.getByRole('heading', { name: 'This ticket was taken back' })).toBeVisible()
  await expect(visitor.page.getByRole('button', { name: 'Open this ticket on this phone' })).toHaveCount(0)
  await expect(inList(page, 'Meera Joshi')).toContainText('Opened', { timeout: 20_000 })
  await isSoundOnBothScreens(page, 'The guest list')

  const volunteer = await Volunteer.comes(shop, 'Gate A')
  await volunteer.signsIn()
  await volunteer.prepares('Low Tide')
  await volunteer.opensTheGate()
  await readyForOffline(guest)
  expect(await rowsOf(guest, 'givenTickets')).toHaveLength(1)
  await shop.stop()
  await guest.goto('/my-tickets')
  const given = guest.getByRole('region', { name: 'Tickets given to you' })
  await expect(given.getByText('Standing, 2 people', { exact: true })).toBeVisible()
  const qr = await opensTicket(guest, given.getByRole('link', { name: /^Show ticket/ }))
  await volunteer.scans(await readQr(await qr.screenshot()), 'ENTER', 'Floor. 1 person.')
  await guest.getByRole('button', { name: 'Next code' }).click()
  await expect(guest.getByText('2 of 2')).toBeVisible()
  await volunteer.scans(await readQr(await qr.screenshot()), 'ENTER', 'Floor. 1 person.')
  await volunteer.leaves()
  await shop.restart()
})

test('Staff add guests from a file: problems are named, seats are found together, and the same file adds nobody twice', async ({
  staff,
  shop,
}) => {
  const event = await clubNight(shop, 'Night Ferry')
  const { page } = staff
  await page.goto(`/admin/events/${event}/guests`)
  const opensFile = async () => {
    await page.getByRole('button', { name: 'Add from a file' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add guests from a file' })
    const chairs = await dialog.getByRole('option', { name: /^Chairs/ }).getAttribute('value')
    await dialog.getByLabel('Ticket', { exact: true }).selectOption(chairs)
    return dialog
  }
  const csv =
    'Name,Contact,Number,List\nAsha,98200 12345,2,Press\n,x@example.in,1,\nBina,,eleven,\nChitra,,3,Artists\nDevi,,20,'
  const dialog = await opensFile()
  await dialog.getByLabel('Guests', { exact: true }).fill(csv)
  await expect(dialog.getByText('Line 3: The name is missing.')).toBeVisible()
  await expect(dialog.getByText('Line 4: The number of people is not a number from 1 to 10.')).toBeVisible()
  await expect(dialog.getByText('Line 6: The number of people is not a number from 1 to 10.')).toBeVisible()
  await isSoundOnBothScreens(page, 'Guests of a file')
  await dialog.getByRole('button', { name: 'Add 2 guests' }).click()
  await expect(dialog.getByText('2 of 2 guests added.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(inList(page, 'Asha')).toContainText('98200 12345')
  await expect(inList(page, 'Chitra')).toContainText('Artists')
  await page.getByLabel('List', { exact: true }).selectOption({ label: 'Press' })
  await expect(inList(page, 'Chitra')).toHaveCount(0)

  const again = await opensFile()
  await again.getByLabel('Guests', { exact: true }).fill(csv)
  await expect(again.getByText('On the list already')).toHaveCount(2)
  await expect(again.getByRole('button', { name: /^Add / })).toHaveCount(0)
})
