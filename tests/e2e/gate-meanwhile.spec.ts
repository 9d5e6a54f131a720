import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { test } from '../support/stories/gate.ts'
import { expect } from '../support/stories/story.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'
import { Volunteer } from '../support/people/volunteer.ts'

/** One round of the gate's sync, and the longest backoff before it. */
const SYNC_MS = 90_000

test('A group on one screen is updated when another gate lets some of it in', async ({ shop }) => {
  const { event, group } = await atTheGate(shop)
  const [a, b] = [await Volunteer.comes(shop, 'Gate A'), await Volunteer.comes(shop, 'Gate B')]
  for (const volunteer of [a, b]) {
    await volunteer.signsIn()
    await volunteer.prepares(event.name)
    await volunteer.opensTheGate()
    await expect(await volunteer.finds(group.seats[0]!, 'ENTER')).toBeVisible()
  }
  const [first, second] = group.seats as [string, string]
  for (const seat of [first, second]) await b.verdict('ENTER').getByRole('checkbox', { name: seat }).click()
  await b.verdict('ENTER').getByRole('button', { name: 'Let in 2' }).click()
  await expect(a.page.getByText('2 / 7 in').first()).toBeVisible({ timeout: SYNC_MS })

  await a.verdict('ENTER').getByRole('button', { name: 'Let in 4' }).click()
  const changed = a.verdict('CHECK')
  await expect(changed).toContainText('This changed while you were deciding.')
  await expect(changed.getByRole('checkbox', { checked: true })).toHaveText([new RegExp(first), new RegExp(second)])
  await changed.getByRole('button', { name: 'Let in 2' }).click()
  await expect(a.verdict()).toHaveCount(0)
  await expect(a.page.getByText('4 / 7 in').first()).toBeVisible()
  await expect(a.page.getByRole('button', { name: / 0 to sync/ }).first()).toBeVisible({ timeout: SYNC_MS })
  expect(await a.page.getByText('was let in twice').count()).toBe(0)
  await a.leaves()
  await b.leaves()
})

test('The next shift sends scans that the last one left on the phone, and they keep their maker', async ({
  shop,
  volunteer,
}) => {
  const { event, one } = await atTheGate(shop)
  const { page } = volunteer
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await shop.stop()
  await volunteer.scans(one.qr, 'ENTER')
  await volunteer.next()
  await page.getByRole('button', { name: /Open the gate's page/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign out and keep them here' }).click()
  await page.waitForURL('**/admin/login')

  await shop.restart()
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill('admin@demo.mehfil.example')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(/admin(?!\/login)/)
  await page.goto('/admin/scan')
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await expect(page.getByRole('button', { name: /1 of 7 in\. 0 to sync/ }).first()).toBeVisible({ timeout: SYNC_MS })
  await volunteer.scans(one.qr, 'ALREADY IN')
  const [admin, gate] = [await demoPerson(shop, 'admin'), await demoPerson(shop, 'gate')]
  const { data } = await admin.client.from('ticket_scans').select('verdict, staff_id').eq('verdict', 'ENTER')
  expect(data).toEqual([{ verdict: 'ENTER', staff_id: gate.id }])
})
