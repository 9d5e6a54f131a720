import { readFile } from 'node:fs/promises'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { expect, test } from '../support/stories/story.ts'
import { signedIn } from '../support/device/stored-session.ts'
import { endsAbove, saysAtMost } from '../support/looks/words.ts'
import { opensTicket } from '../support/sales/tickets.ts'
import { saysInAToast } from '../support/looks/toasts.ts'

test('On a phone My Tickets begins with the next ticket, whole; its passes are swiped through, and a menu parts with one', async ({
  browser,
  shop,
}) => {
  const account = { email: 'customer@demo.mehfil.example', password: DEMO_PASSWORD }
  const context = await browser.newContext({
    baseURL: shop.url,
    storageState: await signedIn(shop, account),
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  })
  const page = await context.newPage()
  await page.goto('/my-tickets')
  const next = page.getByRole('region', { name: 'Next ticket' })
  const qr = page.getByRole('img', { name: /^QR code of ticket / })
  await expect(page.getByRole('region', { name: 'Past', exact: true })).toBeVisible()
  const regions = page.getByRole('main').locator('section[aria-label]')
  expect(await regions.evaluateAll((all) => all.slice(0, 5).map((one) => one.getAttribute('aria-label')))).toEqual([
    'Next ticket',
    'Upcoming',
    'Payments',
    'Cancelled',
    'Past',
  ])
  await expect(qr).toHaveCount(1)
  await expect(next.getByText('1 of 2')).toBeVisible()
  await saysAtMost(page, 150, 'My Tickets')

  await opensTicket(page, next.getByRole('link', { name: /^Show ticket/ }))
  await saysAtMost(page, 45, 'Ticket')
  await endsAbove(page, 840, 'Ticket')
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  const first = (await qr.getAttribute('aria-label')) ?? (await qr.textContent())
  const seats = page.getByRole('group', { name: 'Codes, one a person' }).getByRole('list')
  await seats.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('2 of 2')).toBeVisible()
  expect((await qr.getAttribute('aria-label')) ?? (await qr.textContent())).not.toBe(first)
  await seats.evaluate((list) => list.scrollTo({ left: 0 }))
  await expect(page.getByText('1 of 2')).toBeVisible()

  const more = page.getByRole('button', { name: /^More: Seat / })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Pass on: Seat / })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('button', { name: /^Return for refund: Seat / })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(more).toBeFocused()
  await context.close()
})

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
  const next = page.getByRole('region', { name: 'Next ticket' })
  await expect(next.getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
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
