import type { Page } from '@playwright/test'
import { DEMO_PASSWORD } from '../support/server/shop.ts'
import { signedIn } from '../support/device/stored-session.ts'
import { axeFindings, fitsItsWidth, goesOn, hasNoSmallField, stills } from '../support/looks/sound.ts'
import { expect, test } from '../support/stories/story.ts'
import { floorSeats, publishConcert } from '../support/sales/concerts.ts'
import { opensTicket } from '../support/sales/tickets.ts'

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }
const zoomed = { width: 640, height: 400 }

test.use({ colorScheme: 'dark', hasTouch: true })

/** Replaces random order and ticket codes by the widest letters possible, until the page draws them again. */
const widensCodes = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { nodeValue } = texts.currentNode
      const wide = nodeValue
        ?.replace(/\bMF[0-9A-Z]{8}\b/g, 'MFWWWWWWWW')
        .replace(/\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]\b/g, 'WWWW-WWWW-W')
      if (wide !== undefined && wide !== nodeValue) texts.currentNode.nodeValue = wide
    }
  })

/** Fails on serious axe findings in the dark theme on a phone, and sideways scrolling there, at 200% and with letters twice as
 * large, and on fields that Safari zooms in on. What the light theme differs by, its colours, contrast.test.ts computes. */
async function isSound(page: Page, name: string): Promise<void> {
  for (const small of [zoomed, phone]) {
    await page.setViewportSize(small)
    await fitsItsWidth(page, name)
  }
  await hasNoSmallField(page, name)
  await stills(page)
  expect.soft(await axeFindings(page, { grave: true }), `${name}, dark on a phone`).toEqual([])
  await widensCodes(page)
  const withLetters = (percent: string) =>
    page.evaluate((fontSize) => document.documentElement.style.setProperty('font-size', fontSize), percent)
  await withLetters('200%')
  await fitsItsWidth(page, `${name}, letters twice as large`)
  await withLetters('100%')
  await page.setViewportSize(desktop)
}

const publicPages: Readonly<Record<string, string>> = {
  '/': 'Upcoming concerts',
  '/events': 'Upcoming events',
  '/concerts': 'Concerts',
  '/concerts?q=nobody-of-this-name': 'No concerts found',
  '/cart': 'Your cart is empty',
  '/about': 'About',
  '/invitation': 'This link has no invitation',
  '/ticket': 'This link has no ticket',
  '/contact': 'Contact',
  '/faq?tab=day': 'FAQ',
  '/support': 'Support',
  '/help': 'Help Center',
  '/terms': 'Terms of use',
  '/privacy': 'Privacy',
  '/refund': 'Refunds',
  '/accessibility': 'Accessibility',
  '/no-tricks': 'No tricks',
  '/nothing': 'Page not found',
  '/login': 'Sign in',
  '/admin/login': 'Mehfil Admin',
  '/register': 'Create an account',
  '/reset-password': 'Reset password',
  '/reset-password?token_hash=0123456789abcdef&type=recovery': 'Choose a new password',
}

test('Pages of a visitor', async ({ visitor }) => {
  const { page } = visitor
  await page.goto('/about')
  // The router has to be there for the first address to count.
  await expect(page.getByRole('heading', { name: 'About', exact: true })).toBeVisible()
  for (const [path, heading] of Object.entries(publicPages)) {
    await goesOn(page, path)
    await expect(page.getByRole('heading', { name: heading, exact: true }).first()).toBeVisible()
    if (path === '/' || path === '/concerts') {
      await expect(page.getByRole('link', { name: /Meher Qazi/ }).first()).toBeVisible()
    }
    if (path.startsWith('/faq')) await page.locator('main summary').first().click()
    await isSound(page, path)
  }
  const search = page.getByRole('banner').getByRole('combobox', { name: 'Search' })
  const option = page.getByRole('listbox', { name: 'Search' }).getByRole('option').first()
  await goesOn(page, '/about')
  await search.fill('me')
  await expect(option).toBeVisible()
  await isSound(page, 'Suggestions')
  await page.setViewportSize(phone)
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click()
  await search.fill('me')
  await expect(option).toBeVisible()
  await fitsItsWidth(page, 'Suggestions on a phone')
})

test('Tickets, payments and account of a customer', async ({ browser, shop }) => {
  const account = { email: 'customer@demo.mehfil.example', password: DEMO_PASSWORD }
  const context = await browser.newContext({ storageState: await signedIn(shop, account) })
  const page = await context.newPage()
  await page.goto('/about')
  const menu = page.getByRole('button', { name: /^Account of / })
  await menu.click()
  await expect(page.getByRole('link', { name: 'Help Center' }).first()).toBeVisible()
  await isSound(page, 'Menu')

  await goesOn(page, '/my-tickets')
  await expect(page.getByRole('region', { name: 'Next ticket' })).toBeVisible()
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('link')
  await expect(payments.first()).toBeVisible()
  await isSound(page, 'My Tickets')
  const addresses = await payments.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  const orders = addresses.filter((address) => address.startsWith('/checkout'))
  expect(orders).not.toEqual([])
  await page.getByRole('region', { name: 'Cancelled' }).getByRole('link').first().click()
  await page.getByRole('button', { name: 'Change UPI id' }).click()
  await expect(page.getByRole('dialog', { name: 'Change UPI id' })).toBeVisible()
  await isSound(page, 'Refund')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back to My Tickets' }).click()
  await opensTicket(page, page.getByRole('link', { name: /^Show ticket/ }))
  await isSound(page, 'Ticket')

  for (const order of new Set(orders)) {
    await goesOn(page, order)
    await expect(page.locator('h1').filter({ hasText: /^(We’re checking|Your payment)/ })).toBeVisible()
    await isSound(page, order)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await isSound(page, `${order}, behind its dialog`)
  }

  await goesOn(page, '/updates')
  await expect(page.getByRole('heading', { name: 'Updates', exact: true })).toBeVisible()
  await isSound(page, 'Updates')

  await goesOn(page, '/orders')
  await expect(page.getByRole('region', { name: 'Done' })).toBeVisible()
  const details = page.getByText('Price, reference and screenshot')
  for (const index of [0, 1, 2]) await details.nth(index).click()
  await isSound(page, 'Orders')
  await page
    .getByRole('link', { name: /^Receipt of order / })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Tax invoice' })).toBeVisible()
  await isSound(page, 'Invoice')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  await goesOn(page, '/profile')
  await expect(page.getByLabel('Name')).toHaveValue(/./)
  await isSound(page, 'Profile')
  await goesOn(page, '/settings')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByLabel('Current password')).toHaveAttribute('aria-invalid', 'true')
  await isSound(page, 'Settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByRole('dialog', { name: 'Delete your account?' })).toBeVisible()
  await isSound(page, 'Deleting an account')
  await context.close()
})

test('The account on the way to the payment', async ({ visitor, shop }) => {
  const { page } = visitor
  await visitor.takesSeats(await publishConcert(shop, [floorSeats], { singer: 'Meher Roy' }), 2)
  await page.getByRole('button', { name: /^Proceed to Checkout/ }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
  await isSound(page, 'A new account')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await isSound(page, 'Signing in')
})

test('The way from a concert to its payment', async ({ customer }) => {
  const { page } = customer
  const day = await customer.books('Meher Qazi')
  await expect(page.getByRole('heading', { level: 1, name: 'Meher Qazi' })).toBeVisible()
  await isSound(page, 'Event')
  await page.getByRole('button', { name: 'View Layout' }).click()
  await expect(page.getByRole('dialog', { name: 'Seating layout' }).getByText('Sections')).toBeVisible()
  await isSound(page, 'Layout')
  await page.keyboard.press('Escape')
  const opened = await customer.opensSeats()
  await opened.picker.getByRole('button', { name: 'Best 2 seats together' }).click()
  await isSound(page, 'Seat picker')
  await opened.picker.getByRole('button', { name: 'As a list' }).click()
  await isSound(page, 'Seats as a list')
  await opened.picker.getByRole('button', { name: 'On the map' }).click()
  await customer.addsToCart('Meher Qazi', day, opened)
  await isSound(page, 'Mini cart')
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: /^Proceed to Checkout/ })).toBeVisible()
  await isSound(page, 'Cart')
  await customer.goesToCheckout()
  await isSound(page, 'Checkout')
  await page.getByRole('button', { name: 'Send the details' }).click()
  await expect(page.getByLabel('UTR, 12 digits')).toHaveAttribute('aria-invalid', 'true')
  await isSound(page, 'Checkout, nothing filled in')
})
