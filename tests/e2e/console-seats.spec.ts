import type { Locator, Page } from '@playwright/test'
import { begin } from '../support/sales/begun-concert.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { boughtTicket } from '../support/sales/refunds.ts'
import { isSoundOnBothScreens } from '../support/looks/sound.ts'
import { opensConcert } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

const seat = (page: Page, name: string) => page.getByRole('grid').getByRole('button', { name })
const panel = (page: Page) => page.getByRole('region', { name: 'Chosen seats' })

test('Staff keep four seats for the sponsor and give two back; a customer buys one, and staff see who sits there and move them', async ({
  customer,
  staff,
  shop,
}) => {
  const { id, singer, categories } = await publishConcert(shop, [gold])
  const { page } = staff
  await page.goto('/admin/events')
  await page.getByLabel('Search singer, city or venue').fill(singer)
  await opensConcert(page, singer, 'Seats')
  for (const n of [1, 2, 3, 4]) await seat(page, `row A seat ${n}, free`).click()
  await panel(page).getByRole('button', { name: 'Take 4 seats off sale' }).click()
  await expect(panel(page).getByText(/^Write a reason/)).toBeVisible()
  await panel(page).getByLabel('Reason').fill('Sponsor: Sangeet Sabha')
  await panel(page).getByRole('button', { name: 'Take 4 seats off sale' }).click()
  await expect(seat(page, 'row A seat 4, off sale')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Seats by state' })).toContainText('Off sale 4')

  await customer.page.goto(`/events/${id}`)
  await expect(customer.page.getByText('26 seats available')).toBeVisible()
  const { picker } = await customer.opensSeats('Gold')
  await expect(picker.getByRole('button', { name: /^Row A seat 2, Gold, 900 rupees, sold$/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )

  await page.getByRole('button', { name: 'Choose the seats off sale for Sponsor: Sangeet Sabha' }).click()
  for (const n of [3, 4]) await seat(page, `row A seat ${n}, chosen`).click()
  await panel(page).getByRole('button', { name: 'Put 2 seats back on sale' }).click()
  await expect(seat(page, 'row A seat 2, free')).toBeVisible()
  await expect(seat(page, 'row A seat 3, off sale')).toBeVisible()

  await customer.page.reload()
  // The address says that the picker is open.
  await expect(picker.getByRole('button', { name: /^Row A seat 2, .*available$/ })).toBeVisible()
  const payment = await buys(shop, customer, categories.Gold!, ['A2'])

  await page.goto(`/admin/events/${id}/seats`)
  await seat(page, 'row A seat 2, sold').click()
  await expect(panel(page)).toContainText(customer.name)
  await expect(panel(page)).toContainText(payment.orderCode)
  await expect(panel(page)).toContainText('Not let in yet')
  await panel(page).getByRole('button', { name: 'Move' }).click()
  const dialog = page.getByRole('dialog', { name: 'Choose other seats' })
  await dialog.getByRole('button', { name: 'row B seat 1, free' }).click()
  await dialog.getByLabel('Reason').fill('A pillar stands before it')
  await dialog.getByRole('button', { name: 'Give these seats' }).click()
  await page.getByRole('dialog', { name: 'Give B1 in place of A2?' }).getByRole('button', { name: 'Give them' }).click()
  await expect(seat(page, 'row B seat 1, sold')).toBeVisible()
  await expect(seat(page, 'row A seat 2, free')).toBeVisible()
  await customer.page.goto('/my-tickets')
  await expect(customer.page.getByText('B1', { exact: false }).first()).toBeVisible()
})

test('From Home it is three presses at most to who sits in a seat tonight, what it earned, and its buyers', async ({
  staff,
  shop,
}) => {
  const concert = await boughtTicket(shop, 'Chhaya Sathe')
  await begin(shop, [concert], 0)
  const { page } = staff
  const tonight = page.getByRole('region', { name: 'Today' }).getByRole('link', { name: concert.singer })
  const tab = (name: string) => page.getByRole('navigation', { name: 'Concert' }).getByRole('link', { name })
  const presses = async (...links: Locator[]) => {
    expect(links.length).toBeLessThanOrEqual(3)
    await page.goto('/admin/dashboard')
    for (const link of links) await link.click()
  }
  await presses(tonight, tab('Seats'), seat(page, 'row A seat 1, sold'))
  await expect(panel(page)).toContainText('Chhaya Sathe')
  await presses(tonight)
  await expect(page.getByRole('row').filter({ hasText: 'Paid by customers' })).toContainText('₹502.00')
  await presses(tonight, tab('Messages'))
  await expect(page.getByText(/^Reaches 1 person/)).toBeVisible()
})

test('The hall by keyboard and as a list: a seat is taken off sale without the map', async ({ staff, shop }) => {
  const { id } = await publishConcert(shop, [{ ...gold, total: 400 }])
  const { page } = staff
  await page.goto(`/admin/events/${id}/seats?view=list`)
  const rows = page.getByRole('list', { name: 'Rows of the hall' })
  await rows.getByRole('button', { name: /^Row C/ }).focus()
  await page.keyboard.press('Enter')
  await rows.getByRole('button', { name: 'row C seat 1, free' }).focus()
  await page.keyboard.press('Space')
  await rows.getByRole('button', { name: /^Choose \d+ free seats of row C$/ }).click()
  await expect(panel(page).getByRole('button', { name: 'Take 10 seats off sale' })).toBeVisible()
  await rows.getByRole('button', { name: 'row C seat 9, free' }).click()
  await panel(page).getByLabel('Reason').fill('Sight line')
  await page.keyboard.press('Enter')
  await expect(rows.getByRole('button', { name: 'row C seat 1, off sale' })).toBeVisible()
  await isSoundOnBothScreens(page, 'Seats as a list')
  await page.getByRole('button', { name: 'Map' }).click()
  const grid = page.getByRole('grid')
  await grid.getByRole('button').first().focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByText(/^Gold \S+$/)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Sight line')).toBeVisible()
})
