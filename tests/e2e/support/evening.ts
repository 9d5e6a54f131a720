import { expect, type Locator, type Page } from '@playwright/test'
import { dayKey, timeKey } from '../../../src/platform/time/ist.ts'
import { startShop, type Shop } from '../../support/shop.ts'
import { demoPerson } from '../../support/visitor.ts'
import type { Customer } from './customer.ts'
import { poster } from './files.ts'
import { soldTickets, type SoldTicket } from './sold-tickets.ts'
import { test as base } from './story.ts'
import { Volunteer } from './volunteer.ts'

const HOUR_MS = 3_600_000

/** A shop of its own: this concert is the next one, which other stories would find on the first page. */
export const test = base.extend<object, { shop: Shop }>({
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

export interface Evening {
  singer: string
  city: string
  venue: string
  text: string
  /** What its poster shows. */
  poster: string
}

/** A day and a time of India, as fields have them, so many hours from now. */
export function inHours(hours: number): { day: string; time: string } {
  const at = Date.now() + hours * HOUR_MS
  return { day: dayKey(at), time: timeKey(at) }
}

export const zoneOf = (form: Locator, name: string): Locator => form.getByRole('group', { name, exact: true })

/** Opens the form of a new concert and fills in all but its hall and zones: it is tonight, in three hours. */
export async function announces(page: Page, evening: Evening): Promise<Locator> {
  const { day, time } = inHours(3)
  await page.goto('/admin/events/new')
  const form = page.getByRole('form', { name: 'New concert' })
  await form.getByLabel('Singer').fill(evening.singer)
  await form.getByLabel('City').fill(evening.city)
  await form.getByLabel('Venue').fill(evening.venue)
  await form.getByLabel('Date', { exact: true }).fill(day)
  await form.getByLabel('Time', { exact: true }).fill(time)
  await form.getByLabel('Text', { exact: true }).fill(evening.text)
  await form.getByLabel('Choose a poster').setInputFiles(poster())
  await expect(form.getByText('1280 × 1600 pixels, in three sizes')).toBeVisible()
  await form.getByLabel('What the poster shows').fill(evening.poster)
  return form
}

/** Keeps one zone without a hall, with this name and so many standing places. */
export async function hasStandingRoom(form: Locator, name: string, places: number): Promise<Locator> {
  await form.getByRole('combobox', { name: 'Hall', exact: true }).selectOption('none')
  for (const other of ['Silver', 'Bronze']) await form.getByRole('button', { name: `Remove zone ${other}` }).click()
  await zoneOf(form, 'Gold').getByLabel('Zone', { exact: true }).fill(name)
  const zone = zoneOf(form, name)
  await zone.getByLabel('Places').selectOption({ label: 'Standing (no seat numbers)' })
  await zone.getByLabel('How many people').fill(String(places))
  return zone
}

/** Publishes the concert of the form and returns its id. */
export async function publishes(form: Locator, shop: Shop, { singer }: Evening): Promise<string> {
  const page = form.page()
  await form.getByLabel('Publish now').check()
  await form.getByRole('button', { name: 'Publish the concert' }).click()
  await expect(page.getByText('Concert published')).toBeVisible()
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client.from('event_list').select('id').eq('singer_name', singer).single().throwOnError()
  return data.id as string
}

/** Finds the concert in the list of events, and sees its poster and text. */
export async function findsByPoster({ page }: Customer, { singer, poster: shows, text }: Evening): Promise<void> {
  await page.goto('/events')
  await page
    .getByRole('link', { name: new RegExp(singer) })
    .first()
    .click()
  await expect(page.getByRole('img', { name: shows }).first()).toBeVisible()
  await expect(page.getByText(text)).toBeVisible()
}

/** Puts standing places of the open event's category into the cart. */
export async function choosesPlaces({ page }: Customer, category: string, n: number): Promise<void> {
  await page.getByRole('button', { name: `Choose Number, ${category}` }).click()
  const chooser = page.getByRole('dialog', { name: 'How many people?' })
  await chooser.getByLabel('Number of people').fill(String(n))
  await chooser.getByRole('button', { name: /^Add to Cart/ }).click()
  await expect(page.getByRole('dialog', { name: 'Your cart' })).toBeVisible()
}

/** The tickets of an event, the newest first. */
export const ticketsOf = async (shop: Shop, event: string): Promise<SoldTicket[]> =>
  (await soldTickets(shop)).filter((ticket) => ticket.eventId === event)

/** Adds the concert to those of the demo's gate staff, and a volunteer opens its gate. */
export async function opensTheGate(shop: Shop, event: string, { singer }: Evening): Promise<Volunteer> {
  const { client: admin } = await demoPerson(shop, 'admin')
  const { id: gate } = await demoPerson(shop, 'gate')
  const { data } = await admin.from('staff_events').select('event_id').eq('user_id', gate).throwOnError()
  const events = [...data.map((row) => row.event_id as string), event]
  await admin.rpc('set_staff_events', { p_user_id: gate, p_event_ids: events }).throwOnError()
  const volunteer = await Volunteer.comes(shop, 'Gate A')
  await volunteer.signsIn()
  await volunteer.prepares(singer)
  await volunteer.opensTheGate()
  return volunteer
}

/** Scans the codes of a ticket: each lets one person in, and a second time they are in already. */
export async function letsIn(volunteer: Volunteer, { qrs }: SoldTicket, category: string): Promise<void> {
  for (const qr of qrs) {
    await volunteer.scans(qr, 'ENTER', category)
    await volunteer.next()
    await volunteer.scans(qr, 'ALREADY IN')
    await volunteer.next()
  }
}
