import type { Locator, Page } from '@playwright/test'
import { labelsOf } from '../support/people/customer.ts'
import { hall, publishConcert, publishInSaptakHall, type MadeConcert } from '../support/sales/concerts.ts'
import type { Shop } from '../support/server/shop.ts'
import { expect, ownShop, test as story } from '../support/stories/story.ts'

/** Home leads with the shop's next concert: here the demo's, with seats. */
const test = story.extend<object, { demo: Shop }>({ demo: ownShop() })

test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

const seatsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Select Your Seats' })
const chosenIn = (page: Page): Promise<string[]> =>
  labelsOf(seatsOf(page).getByRole('list', { name: 'Your seats' }).getByRole('button'))

test('Choose Seats on home opens the seats at once, Back closes them, and what was chosen is there again', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('link', { name: /^Choose Seats/ }).tap()
  const picker = seatsOf(page)
  await expect(picker.getByText('Please select seats to continue')).toBeVisible()
  await picker.getByRole('button', { name: 'Best 2 seats together' }).tap()
  const chosen = await chosenIn(page)
  expect(chosen).toHaveLength(2)

  await page.goBack()
  await expect(picker).toHaveCount(0)
  await expect(page).toHaveURL(/\/events\/[\w-]+$/)
  await page.getByRole('button', { name: 'Choose Seats', exact: true }).tap()
  await expect.poll(() => chosenIn(page)).toEqual(chosen)
  await page.reload()
  await expect.poll(() => chosenIn(page)).toEqual(chosen)

  await picker.getByRole('button', { name: 'Close' }).dblclick()
  await expect(picker).toHaveCount(0)
  await expect(page).toHaveURL(/\/events\/[\w-]+$/)
  await page.goForward()
  await expect.poll(() => chosenIn(page)).toEqual(chosen)
  await page.keyboard.press('Escape')
  await expect(picker).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL(/\/$/)
})

test('After adding to the cart the picker forgets its seats, Back closes the cart, and from checkout it leads to the concert', async ({
  customer,
}) => {
  const { page } = customer
  await page.goto('/')
  await page.getByRole('link', { name: /^Choose Seats/ }).tap()
  const picker = seatsOf(page)
  await picker.getByRole('button', { name: 'Best 2 seats together' }).tap()
  await picker.getByRole('button', { name: /^Add 2 Seats to Cart/ }).tap()
  const cart = page.getByRole('dialog', { name: 'Your cart' })
  await expect(cart).toBeVisible()
  await page.goBack()
  await expect(cart).toHaveCount(0)
  await expect(page).toHaveURL(/\/events\/[\w-]+$/)
  await page.getByRole('button', { name: 'Choose Seats', exact: true }).tap()
  await expect(picker.getByText('Please select seats to continue')).toBeVisible()
  await picker.getByRole('button', { name: 'Best 1 seat', exact: true }).tap()
  await picker.getByRole('button', { name: /^Add 1 Seat to Cart/ }).tap()
  await cart.getByRole('button', { name: /^Proceed to Checkout/ }).tap()
  await expect(page.getByText(/^Seats held until/)).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/events\/[\w-]+$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('The address of the seats can be shared: it opens them, another category can be chosen there, and Back stays', async ({
  visitor,
}) => {
  const { page } = visitor
  await page.goto('/concerts?q=Meher')
  await page.getByRole('listitem').filter({ hasText: 'On sale' }).getByRole('link').first().tap()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'seats available' })
    .getByRole('button', { name: /^Choose Seats, / })
    .first()
    .tap()
  await expect(seatsOf(page)).toBeVisible()
  const address = page.url()
  expect(address).toMatch(/\/events\/[\w-]+\?seats=[\w-]+$/)

  const other = await page.context().newPage()
  await other.goto(address)
  const picker = seatsOf(other)
  await picker.getByRole('button', { name: 'Best 1 seat', exact: true }).tap()
  const chosen = await chosenIn(other)
  const prices = picker
    .getByRole('group', { name: 'Ticket category' })
    .getByRole('button', { name: /^₹[\d,]+ .+ · \d+ left$/ })
  const shown = prices.and(other.locator('[aria-pressed=true]'))
  const mine = (await shown.innerText()).trim()
  expect(mine).toBeTruthy()
  await prices.and(other.locator('[aria-pressed=false]')).first().tap()
  await expect(shown).not.toHaveText(mine)
  await expect(other).not.toHaveURL(address)
  await prices.filter({ hasText: mine }).tap()
  await expect(other).toHaveURL(address)
  await expect.poll(() => chosenIn(other)).toEqual(chosen)
  await other.goBack()
  await expect(picker).toHaveCount(0)
  await expect(other.getByRole('heading', { level: 1, name: 'Meher Qazi' })).toBeVisible()

  await other.goto(address.replace(/=.*/, '=nonsense'))
  await expect(picker.getByRole('grid').getByRole('button').first()).toBeVisible()
  await other.goto('/events/00000000-0000-4000-8000-000000000000?seats=nonsense')
  await expect(other.getByRole('heading', { level: 1, name: 'Event not found' })).toBeVisible()
})

test('The map has half of a phone’s screen, three rows on the smallest, and keeps its size when the first seat is chosen', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await page.goto(`/events/${(await publishConcert(shop, [hall])).id}`)
  await page.getByRole('button', { name: 'Choose Seats', exact: true }).tap()
  const picker = seatsOf(page)
  await expect(picker.getByRole('grid').getByRole('button').first()).toBeVisible()
  const height = async (): Promise<number> => (await picker.locator('.seat-pane').boundingBox())?.height ?? 0
  await expect.poll(height).toBeGreaterThanOrEqual(370)
  const before = await height()
  await picker.getByRole('button', { name: 'Best 2 seats together' }).tap()
  await expect.poll(() => chosenIn(page)).toHaveLength(2)
  expect(await height()).toBe(before)

  await page.setViewportSize({ width: 320, height: 568 })
  const pane = await picker.locator('.seat-pane').boundingBox()
  const rows = await picker.getByRole('row').evaluateAll(
    (all, { y, height: h }) =>
      all.filter((row) => {
        const seat = row.querySelector('button')?.getBoundingClientRect()
        return seat && seat.top >= y && seat.bottom <= y + h
      }).length,
    pane ?? { y: 0, height: 0 },
  )
  expect(rows).toBeGreaterThanOrEqual(3)
  await expect(picker.getByRole('button', { name: /^Add 2 Seats to Cart/ })).toBeInViewport({ ratio: 1 })
})

/** A shop with a hall of two prices and standing places before it. */
const sellsHall = (shop: Shop): Promise<MadeConcert> =>
  publishInSaptakHall(shop, [
    { name: 'Gold', price: 1_500, kind: 'sections', section_ids: ['FRNT', 'STAL'] },
    { name: 'Silver', price: 700, kind: 'sections', section_ids: ['BALC'] },
    { name: 'Floor', price: 300, total: 50, kind: 'standing' },
  ])

test('One hall: seats of two prices and standing places are chosen in one dialog, and are three lines of the cart', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await page.goto(`/events/${(await sellsHall(shop)).id}`)
  await page.getByRole('button', { name: 'Choose Seats, Silver' }).tap()
  const picker = seatsOf(page)
  const price = (name: string): Locator =>
    picker.getByRole('group', { name: 'Ticket category' }).getByRole('button', { name: new RegExp(` ${name} · `) })
  await expect(price('Silver')).toHaveAttribute('aria-pressed', 'true')
  await expect(price('Gold')).toHaveText(/^₹1,500 Gold · \d+ left$/)
  await picker.getByRole('button', { name: 'Best 2 seats together' }).tap()
  const free = (row: RegExp): Locator => picker.getByRole('grid').getByRole('button', { name: row }).first()
  await price('Gold').tap()
  await expect(page).toHaveURL(/\?seats=/)
  await free(/^Front rows, row \w+ seat \d+, Gold, 1500 rupees, available$/).tap()
  expect(await chosenIn(page)).toHaveLength(3)
  await picker.getByRole('group', { name: 'Floor' }).getByRole('button', { name: 'One more' }).tap()

  await picker.getByRole('button', { name: 'As a list' }).tap()
  await expect(
    picker.getByRole('group', { name: /^Gold · / }).getByRole('list', { name: 'Rows of Gold' }),
  ).toBeVisible()
  await expect(picker.getByRole('group', { name: /^Silver · / })).toBeVisible()
  await picker.getByRole('button', { name: /^Add to Cart ?₹3,200/ }).tap()
  const lines = page.getByRole('dialog', { name: 'Your cart' }).getByRole('listitem')
  await expect(lines).toHaveCount(3)
  for (const [said, paid] of [
    [/^Gold · Front rows \w+$/, '₹1,500'],
    [/^Silver · Balcony \w+, \w+$/, '₹1,400'],
    ['Floor · Standing, 1 person', '₹300'],
  ] as const)
    await expect(lines.filter({ has: page.getByText(said) })).toContainText(paid)
})

test('A wheelchair space comes with the seat of a companion, which no one else can hold', async ({
  customer,
  shop,
}) => {
  const { page } = customer
  await page.goto(`/events/${(await sellsHall(shop)).id}`)
  await page.getByRole('button', { name: 'Choose Seats, Silver' }).tap()
  const picker = seatsOf(page)
  await picker.getByRole('button', { name: 'As a list' }).tap()
  await picker.getByRole('button', { name: /^Balcony, row A/, expanded: false }).tap()
  const seat = (n: number): Locator => picker.getByRole('button', { name: `Balcony, row A seat ${n}, Silver` })
  await seat(15).tap()
  await expect(picker.getByText(/A15 is kept for the companion of a wheelchair user/).first()).toBeVisible()
  await seat(16).tap()
  await expect(picker.getByText(/^For a wheelchair user\. The seat beside is for a companion/)).toBeVisible()
  expect(await chosenIn(page)).toEqual(['BALC-A15', 'BALC-A16'])
  const groundOf = (n: number): Promise<string> => seat(n).evaluate((chip) => getComputedStyle(chip).backgroundColor)
  expect(await groundOf(16)).not.toBe(await groundOf(1))
  await seat(15).tap()
  expect(await chosenIn(page)).toEqual(['BALC-A16'])
  await expect(picker.getByText(/^For a wheelchair user\.\s*$/)).toBeVisible()
  await seat(15).tap()
  await picker.getByRole('button', { name: /^Add 2 Seats to Cart/ }).tap()

  await page.goto('/cart')
  await page.getByRole('button', { name: /^One fewer: removes .*A15$/ }).tap()
  await expect(page.getByRole('button', { name: /^One fewer: removes .*A16$/ })).toBeDisabled()
})
