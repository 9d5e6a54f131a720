import { expect, type Locator, type Page } from '@playwright/test'
import { dayKey, timeKey } from '../../../src/platform/time/ist.ts'
import type { Shop } from '../server/shop.ts'
import { demoPerson } from '../server/visitor.ts'

const HOUR_MS = 3_600_000

export interface Evening {
  singer: string
  city: string
  venue: string
  text: string
}

/** A day and a time of India, as fields have them, so many hours from now. */
export function inHours(hours: number): { day: string; time: string } {
  const at = Date.now() + hours * HOUR_MS
  return { day: dayKey(at), time: timeKey(at) }
}

export const zoneOf = (form: Locator, name: string): Locator => form.getByRole('group', { name, exact: true })

/** Opens the form of a new concert and fills in all but its poster, hall and zones: it is tonight, in three hours. */
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
  return form
}

/** Publishes the concert of the form and returns its id. */
export async function publishes(page: Page, shop: Shop, { singer }: Evening): Promise<string> {
  const form = page.getByRole('form', { name: 'New concert' })
  await form.getByLabel('Publish now').check()
  await form.getByRole('button', { name: 'Publish the concert' }).click()
  await expect(page.getByText('Concert published')).toBeVisible()
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client.from('event_list').select('id').eq('singer_name', singer).single().throwOnError()
  return data.id as string
}
