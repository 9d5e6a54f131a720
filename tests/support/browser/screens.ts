import { randomBytes } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { opensTicket } from '../sales/tickets.ts'
import { DEMO_PASSWORD } from '../server/shop.ts'
import { opensFirstConcert, type Tab } from '../stories/concert-page.ts'

export interface Screen {
  name: string
  title: string
  path?: string
  open?: (page: Page, singer: string) => Promise<void>
}

const at = (name: string, title: string, path: string): Screen => ({ name, title, path })

const opened = (name: string, title: string, path: string, button: RegExp): Screen => ({
  name,
  title,
  open: async (page) => {
    await page.goto(path)
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').waitFor()
  },
})

/** A tab of the first concert in a list of them. */
const ofConcert = (name: string, title: string, list: string, tab: Tab, shown: (page: Page) => Locator): Screen => ({
  name,
  title,
  open: async (page) => {
    await page.goto(list)
    await opensFirstConcert(page, tab)
    await shown(page).waitFor()
  },
})

export async function signsIn(page: Page, role: 'customer' | 'admin', path: string): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email').fill(`${role}@demo.mehfil.example`)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== path)
}

export async function registers(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(`asha.${randomBytes(4).toString('hex')}@example.com`)
  for (const field of ['Password', 'Confirm password'])
    await page.getByLabel(field, { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname !== '/register')
}

async function followsPayment(page: Page, state: string): Promise<void> {
  await page.goto('/my-tickets')
  const payments = page.getByRole('region', { name: 'Payments' }).getByRole('listitem')
  await payments.filter({ hasText: state }).getByRole('link').first().click()
  await page.waitForURL(/order=/)
}

export const publicScreens: Screen[] = [
  at('home', 'Home', '/'),
  at('events', 'Upcoming events', '/events'),
  at('concerts', 'Concerts', '/concerts'),
  at('concerts-none', 'Concerts: nothing matches', '/concerts?q=nobody'),
  at('cart-empty', 'Cart, empty', '/cart'),
  at('ticket-link-none', 'A link without a ticket', '/ticket'),
  at('about', 'About', '/about'),
  at('contact', 'Contact', '/contact'),
  at('faq', 'FAQ', '/faq'),
  at('support', 'Support', '/support'),
  at('help', 'Help Center', '/help'),
  at('terms', 'Terms', '/terms'),
  at('privacy', 'Privacy', '/privacy'),
  at('refund', 'Refunds', '/refund'),
  at('accessibility', 'Accessibility', '/accessibility'),
  at('no-tricks', 'No tricks', '/no-tricks'),
  at('not-found', 'Page not found', '/nothing'),
  at('login', 'Sign in', '/login'),
  at('register', 'Create an account', '/register'),
  at('reset-password', 'Reset password', '/reset-password'),
]

/** With a new customer each time: seats can be held for half an hour within an hour only. */
export const buyingScreens: Screen[] = [
  {
    name: 'event',
    title: 'Event',
    open: async (page, singer) => {
      await page.goto(`/concerts?q=${encodeURIComponent(singer)}`)
      await page
        .getByRole('button', { name: new RegExp(`^Book ${singer}, `) })
        .first()
        .click()
      await page.getByRole('heading', { level: 1, name: singer }).waitFor()
    },
  },
  {
    name: 'layout',
    title: 'Seating layout',
    open: async (page) => {
      await page.getByRole('button', { name: 'View Layout' }).click()
      await page.getByRole('dialog', { name: 'Seating layout' }).getByText('Sections').waitFor()
    },
  },
  {
    name: 'seats',
    title: 'Seat picker',
    open: async (page) => {
      await page.keyboard.press('Escape')
      const onSale = page.getByRole('listitem').filter({ hasText: 'seats available' })
      await onSale
        .getByRole('button', { name: /^Choose Seats, / })
        .first()
        .click()
      await page.getByRole('grid').getByRole('button').first().waitFor()
      await page.getByRole('button', { name: 'Best 2 seats together' }).click()
      await page.getByRole('list', { name: 'Your seats' }).getByRole('button').first().waitFor()
    },
  },
  {
    name: 'mini-cart',
    title: 'Added to the cart',
    open: async (page) => {
      await page.getByRole('button', { name: /^Add \d+ Seats? to Cart/ }).click()
      await page.getByRole('dialog', { name: 'Your cart' }).waitFor()
    },
  },
  at('cart', 'Cart', '/cart'),
  {
    name: 'checkout',
    title: 'Checkout',
    open: async (page) => {
      await page.goto('/cart')
      await page.getByRole('link', { name: /^Proceed to Checkout/ }).click()
      await page.getByText(/^Seats held until/).waitFor()
    },
  },
]

export const ownScreens: Screen[] = [
  at('my-tickets', 'My Tickets', '/my-tickets'),
  {
    name: 'ticket',
    title: 'One ticket',
    open: async (page) => {
      await page.goto('/my-tickets')
      await opensTicket(page, page.locator('a[href^="/my-tickets/"]:visible').first())
    },
  },
  { name: 'payment-pending', title: 'A payment being checked', open: (page) => followsPayment(page, 'Pending') },
  {
    name: 'payment-rejected',
    title: 'A payment that was rejected',
    open: (page) => followsPayment(page, 'Rejected'),
  },
  at('updates', 'Updates', '/updates'),
  at('orders', 'Orders', '/orders'),
  {
    name: 'receipt',
    title: 'Receipt of an order',
    open: async (page) => {
      await page.goto('/orders')
      await page
        .getByRole('link', { name: /^Receipt of order / })
        .first()
        .click()
      await page.getByRole('article').waitFor()
    },
  },
  at('profile', 'Profile', '/profile'),
  at('settings', 'Settings', '/settings'),
]

export const staffSignIn = at('admin-login', 'Console: sign in', '/admin/login')
export const staffScreens: Screen[] = [
  at('admin-dashboard', 'Console: dashboard', '/admin/dashboard'),
  at('admin-live', 'Console: live', '/admin/live'),
  at('admin-history', 'Console: history', '/admin/dashboard/history'),
  at('admin-users', 'Console: users', '/admin/users'),
  at('admin-singers', 'Console: singers', '/admin/singers'),
  at('admin-events', 'Console: events', '/admin/events'),
  at('admin-new-concert', 'Console: new concert', '/admin/events/new'),
  at('admin-announcements', 'Console: announcements', '/admin/announcements'),
  at('admin-tickets', 'Console: tickets', '/admin/tickets'),
  at('admin-codes', 'Console: codes', '/admin/codes'),
  at('admin-layouts', 'Console: layouts', '/admin/layouts'),
  {
    name: 'admin-layout',
    title: 'Console: layout editor',
    open: async (page) => {
      await page.goto('/admin/layouts')
      await page
        .getByRole('button', { name: /^Edit: / })
        .first()
        .click()
      await page.getByRole('heading', { level: 1 }).first().waitFor()
    },
  },
  at('admin-bookings', 'Console: bookings', '/admin/bookings'),
  at('admin-refunds', 'Console: refunds', '/admin/bookings/refunds'),
  at('admin-payments', 'Console: payments', '/admin/payments'),
  opened('admin-payment', 'Console: one payment', '/admin/payments', /^View payment of /),
  opened('admin-booking', 'Console: one booking', '/admin/bookings?status=completed', /^View booking of /),
  opened('admin-user', 'Console: one account', '/admin/users?q=gate', /^View /),
  at('admin-bank', 'Console: bank statement', '/admin/payments/bank'),
  ofConcert('admin-concert', 'Console: a concert', '/admin/events', 'Overview', (page) =>
    page.getByRole('heading', { name: 'Money' }),
  ),
  ofConcert('admin-gate', 'Console: at the door', '/admin/events', 'Door', (page) =>
    page.getByRole('button', { name: 'Download CSV' }),
  ),
  ofConcert('admin-guests', 'Console: guest list of an event', '/admin/events', 'Guests', (page) =>
    page.getByRole('button', { name: 'Add a guest' }),
  ),
  ofConcert('admin-seats', 'Console: seats of an event', '/admin/events', 'Seats', (page) =>
    page.getByRole('list', { name: 'Seats by state' }),
  ),
  {
    name: 'admin-queue',
    title: 'Console: queue of an event',
    open: async (page) => {
      await page.goto('/admin/events')
      await opensFirstConcert(page, 'Settings')
      await page.getByRole('link', { name: 'Queue' }).click()
      await page.getByRole('form', { name: 'Add a queue' }).waitFor()
    },
  },
  ofConcert('admin-concert-settings', 'Console: settings of a concert', '/admin/events', 'Settings', (page) =>
    page.getByRole('button', { name: 'Save the rules' }),
  ),
  ofConcert('admin-settlement', 'Console: settlement of an event', '/admin/events?when=past', 'Settlement', (page) =>
    page.getByRole('region', { name: 'Who gets what' }),
  ),
  at('admin-box-office', 'Console: box office', '/admin/box-office'),
  at('admin-tills', 'Console: tills', '/admin/tills'),
  at('admin-bulk-upload', 'Console: bulk upload', '/admin/bulk-upload'),
  at('admin-settings', 'Console: settings', '/admin/settings'),
  at('admin-checklist', 'Console: before the first sale', '/admin/settings/checklist'),
  at('admin-bank-setup', 'Console: how money is seen', '/admin/settings/bank'),
  at('admin-tax', 'Console: tax and fee', '/admin/settings/tax'),
  at('admin-help', 'Console: help', '/admin/help'),
  at('admin-messages', 'Console: messages', '/admin/help?tab=messages'),
  at('scan', 'Scanner: choosing an event', '/admin/scan'),
]
export const screens = [...publicScreens, ...buyingScreens, ...ownScreens, staffSignIn, ...staffScreens]
