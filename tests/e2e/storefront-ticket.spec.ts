import { readFile } from 'node:fs/promises'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { expect, test } from '../support/stories/story.ts'
import { opensTicket } from '../support/sales/tickets.ts'
import { saysInAToast } from '../support/looks/toasts.ts'

test('A ticket is white in the dark, keeps the screen awake, and offers calendar, directions and print', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.addInitScript(() => {
    const kept = { locks: 0 }
    Object.assign(globalThis, { kept })
    Object.defineProperty(navigator, 'wakeLock', {
      value: {
        request: () => {
          kept.locks += 1
          return Promise.resolve({ released: false, release: () => Promise.resolve((kept.locks -= 1)) })
        },
      },
    })
    Object.defineProperty(globalThis, 'print', { value: () => Object.assign(globalThis, { printed: true }) })
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill('customer@demo.mehfil.example')
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await saysInAToast(page, 'Welcome back!', () => page.getByRole('button', { name: 'Sign in' }).click())
  await page.goto('/my-tickets')
  for (const name of ['Payments', 'Upcoming', 'Past', 'Cancelled']) {
    await expect(page.getByRole('region', { name, exact: true }).getByRole('listitem').first()).toBeVisible()
  }
  await page.emulateMedia({ media: 'print' })
  const upcoming = page.getByRole('region', { name: 'Upcoming', exact: true }).getByRole('listitem')
  await expect(upcoming.first().getByText(/^Order code MF\w{8}$/)).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  const locks = (): Promise<number> =>
    page.evaluate(() => (globalThis as unknown as { kept: { locks: number } }).kept.locks)
  expect(await locks()).toBe(0)
  const qr = await opensTicket(page, page.getByRole('link', { name: /^Show ticket/ }).first())
  await expect(page).toHaveTitle(/^Ticket .+ · Mehfil$/)
  await expect.poll(locks).toBe(1)
  const paper = qr.locator('xpath=..')
  expect(await paper.evaluate((card) => getComputedStyle(card).backgroundColor)).toBe('rgb(255, 255, 255)')
  expect(await qr.evaluate((drawing) => drawing.getBoundingClientRect().width)).toBeGreaterThanOrEqual(240)

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Calendar' }).click()
  const calendar = await readFile(await (await download).path(), 'utf8')
  expect(calendar).toContain('BEGIN:VEVENT')
  expect(calendar.replaceAll('\r\n ', '')).toContain('Arrive 60 minutes early with valid ID proof.')
  await expect(page.getByRole('link', { name: 'Directions' })).toHaveAttribute('href', /^https:\/\/\S+$/)
  await page.getByRole('button', { name: 'Print' }).click()
  expect(await page.evaluate(() => 'printed' in globalThis)).toBe(true)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Calendar' })).toBeHidden()
  await expect(qr).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toMatch(
    /^rgb\(25\d, 25\d, 25\d\)$|^rgba\(0, 0, 0, 0\)$/,
  )
  await page.emulateMedia({ media: 'screen' })

  await page.getByRole('button', { name: 'Back to My Tickets' }).click()
  await expect.poll(locks).toBe(0)
  await page.goto('/my-tickets/00000000-0000-4000-8000-000000000000')
  await expect(page.getByRole('heading', { name: 'Ticket not found' })).toBeVisible()
})
