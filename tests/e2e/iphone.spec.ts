import type { Page } from '@playwright/test'
import { startShop } from '../support/server/shop.ts'
import { Customer } from '../support/people/customer.ts'
import { hasInsets, iphone, sevenDaysPass } from '../support/people/iphone.ts'
import { readyForOffline, rowsOf } from '../support/people/phone.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { approves, buysSeats } from '../support/sales/purchases.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'
import { fitsItsWidth, axeFindings, stills } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/story.ts'
import { Volunteer } from '../support/people/volunteer.ts'

const says = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const DELETED = 'This browser has deleted your saved tickets'
const FIRST_START = 'The app on your home screen keeps its own tickets'
/** A random number per browser that identifies no person and is kept. */
const DEVICE = 'mehfil_device'
const cookieNames = async (page: Page): Promise<string[]> =>
  (await page.context().cookies()).map(({ name }) => name).toSorted()

test('In a tab of Safari the four steps to the home screen are shown after paying and beside tickets, and put off by a press', async ({
  browser,
  shop,
}) => {
  const context = await iphone(browser, { baseURL: shop.url })
  const person = new Customer(context, await context.newPage())
  const { page } = person
  await person.registers()
  const steps = page.getByRole('region', { name: 'Add the shop to your home screen' })
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible()
  await expect(steps).toHaveCount(0)

  await person.takesSeats(await publishConcert(shop, [hall]), 1)
  const payment = await person.pays()
  await expect(steps.getByRole('listitem')).toHaveText([
    'Press Share. Where you do not see it, press ⋯ first.',
    'Choose “Add to Home Screen”; it may be further down.',
    'Press Add. Leave “Open as Web App” on.',
    'Open Mehfil from the home screen.',
  ])
  await expect(steps).toContainText('sign in there once to load yours')
  await stills(page)
  expect(await axeFindings(page)).toEqual([])
  for (const width of [360, 390]) {
    await page.setViewportSize({ width, height: 740 })
    await fitsItsWidth(page, 'the steps')
  }

  await approves(shop, payment.orderCode)
  await person.seesTicketsArrive()
  await page.goto('/my-tickets')
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await steps.getByRole('button', { name: 'Not now' }).click()
  await expect(steps).toHaveCount(0)
  await page.reload()
  await page.getByText('Your tickets on this device').click()
  await page.getByRole('button', { name: 'How to add the shop to the home screen' }).click()
  await expect(steps.getByRole('listitem')).toHaveCount(4)
  await context.close()
})

test('The app on the home screen starts empty, says so until its owner signs in, and then has the tickets', async ({
  browser,
  customer,
  shop,
}) => {
  const bought = await buysSeats(shop, customer, ['A1'])
  const context = await iphone(browser, { baseURL: shop.url, standalone: true })
  const page = await context.newPage()
  await page.goto('/')
  await expect(says(page, FIRST_START)).toBeVisible()
  await says(page, FIRST_START).locator('..').getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText(FIRST_START)).toBeVisible()
  await page.getByLabel('Email').fill(customer.email)
  await page.getByLabel('Password').fill(customer.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const owner = new Customer(context, page)
  await page.waitForURL((url) => url.pathname === '/')
  await page.goto('/my-tickets')
  await expect(owner.ticket(bought)).toBeVisible()
  await expect(page.getByText(FIRST_START)).toHaveCount(0)
  await expect(page.getByText('Add the shop to your home screen')).toHaveCount(0)
  await page.evaluate(() => localStorage.getItem('mehfil.app-known')).then((known) => expect(known).toBe('1'))
  await context.close()
})

test('A browser that deleted everything after seven days says that there were tickets, and signing in brings them back', async ({
  browser,
  shop,
}) => {
  const context = await iphone(browser, { baseURL: shop.url })
  const person = new Customer(context, await context.newPage())
  const { page } = person
  await person.registers()
  await page.goto('/my-tickets')
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible()
  expect(await cookieNames(page)).toEqual([DEVICE])
  const bought = await buysSeats(shop, person, ['A1'])
  await page.goto('/my-tickets')
  await expect(person.ticket(bought)).toBeVisible()
  await expect.poll(() => cookieNames(page)).toEqual([DEVICE, 'mehfil_had_tickets'])

  await sevenDaysPass(page)
  await page.goto('/')
  await expect(says(page, DELETED)).toBeVisible()
  await page.goto('/my-tickets')
  await expect(page.getByText(DELETED)).toBeVisible()
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Password').fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(person.ticket(bought)).toBeVisible()
  await expect(page.getByText(DELETED)).toHaveCount(0)
  await expect.poll(() => cookieNames(page)).toEqual([DEVICE, 'mehfil_had_tickets'])

  // IndexedDB deleted, and no server sets cookies: the note in localStorage remembers.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mehfil.had-tickets'))).not.toBeNull()
  await context.clearCookies()
  const cdp = await context.newCDPSession(page)
  await page.goto('about:blank')
  await cdp.send('Storage.clearDataForOrigin', { origin: shop.url, storageTypes: 'indexeddb' })
  await page.goto('/')
  await expect(says(page, DELETED)).toBeVisible()
  await person.signsIn()
  await page.goto('/my-tickets')
  await expect(person.ticket(bought)).toBeVisible()

  // Deleting localStorage alone loses nothing, so no message appears.
  await readyForOffline(page)
  await page.evaluate(() => localStorage.clear())
  await context.setOffline(true)
  await page.goto('/my-tickets')
  await expect(person.ticket(bought)).toBeVisible()
  await expect(page.getByText(DELETED)).toHaveCount(0)
  await context.setOffline(false)

  await expect.poll(() => cookieNames(page)).toEqual([DEVICE, 'mehfil_had_tickets'])
  await page.getByRole('button', { name: `Account of ${person.name}` }).click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page.getByRole('button', { name: `Account of ${person.name}` })).toHaveCount(0)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await cookieNames(page)).toEqual([DEVICE])
  expect(await rowsOf(page, 'tickets')).toEqual([])
  await expect(page.getByText(DELETED)).toHaveCount(0)
  await context.close()
})

test('Bars, dialogs and notices keep clear of the notch and the home indicator', async ({ browser, shop }) => {
  const context = await iphone(browser, { baseURL: shop.url, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const person = new Customer(context, page)
  await person.registers()
  await page.goto('/concerts')
  await hasInsets(page, { top: 59, bottom: 34 })
  const below = (locator: ReturnType<Page['locator']>): Promise<number> =>
    locator.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom)
  const tabs = page.getByRole('navigation', { name: 'Main' }).or(page.locator('[data-tabs]')).last()
  await expect.poll(() => below(tabs.getByRole('link').first())).toBeGreaterThanOrEqual(34)
  const header = page.getByRole('banner').getByRole('link').filter({ visible: true }).first()
  await expect.poll(() => header.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(59)

  await page
    .getByRole('button', { name: /^Book Lakeer Theory, / })
    .first()
    .click()
  await expect.poll(() => below(page.locator('[data-bottom-bar] > *').last())).toBeGreaterThanOrEqual(34)
  const { picker } = await person.opensSeats()
  const close = picker.getByRole('button', { name: 'Close' })
  await expect.poll(() => close.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThanOrEqual(59)

  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 844, height: 390 })
  await hasInsets(page, { left: 59, right: 59, bottom: 21 })
  const left = (locator: ReturnType<Page['locator']>): Promise<number> =>
    locator.evaluate((element) => element.getBoundingClientRect().left)
  await expect.poll(() => left(page.getByRole('heading', { level: 1 }))).toBeGreaterThanOrEqual(59)
  await expect.poll(() => left(page.locator('[data-bottom-bar] > *').first())).toBeGreaterThanOrEqual(59)
  await context.close()
})

test('At the gate of an installed app the camera comes back after any loss, and nothing is under the notch', async () => {
  const shop = await startShop({ template: 'demo' })
  const volunteer = await Volunteer.comes(shop, 'Gate B', { hasCamera: true })
  const { page } = volunteer
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'standalone', { get: () => true })
    Reflect.deleteProperty(globalThis, 'BarcodeDetector')
  })
  const { event, one } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => [video.playsInline, video.muted])).toEqual([
    true,
    true,
  ])

  /** Takes the camera without an event, as iOS does to a suspended app. */
  const losesTheCamera = () =>
    page.evaluate(() => {
      const video = document.querySelector('video')!
      for (const track of (video.srcObject as MediaStream).getTracks()) track.stop()
    })
  const works = () =>
    page.evaluate(() => {
      const stream = document.querySelector('video')?.srcObject as MediaStream | null | undefined
      return stream?.getVideoTracks()[0]?.readyState ?? 'none'
    })
  const turns = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turns('hidden')
  await turns('visible')
  await volunteer.seesTheScanner()
  // Behind a call or another app there is no event for hiding.
  for (const comesBack of ['visibilitychange', 'pageshow', 'focus']) {
    await losesTheCamera()
    expect(await works()).toBe('ended')
    await page.evaluate((type) => {
      const event = new Event(type)
      if (type === 'visibilitychange') document.dispatchEvent(event)
      else dispatchEvent(event)
    }, comesBack)
    await expect.poll(works, comesBack).toBe('live')
    await volunteer.seesTheScanner()
  }
  await volunteer.holds(one.qr, 'ENTER')
  await volunteer.next()

  await page.setViewportSize({ width: 740, height: 360 })
  await hasInsets(page, { left: 59, right: 59, bottom: 21 })
  const button = page.getByRole('button', { name: 'Type code' })
  await expect.poll(() => button.evaluate((element) => element.getBoundingClientRect().left)).toBeGreaterThanOrEqual(59)
  await expect
    .poll(() => button.evaluate((element) => innerHeight - element.getBoundingClientRect().bottom))
    .toBeGreaterThanOrEqual(21)
  const overscroll = () => page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)
  expect(await overscroll()).toBe('none')
  await volunteer.leaves()
  await shop.dispose()
})
