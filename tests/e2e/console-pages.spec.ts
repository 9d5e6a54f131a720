import type { Page } from '@playwright/test'
import { fitsItsWidth, axeFindings, stills } from './support/sound.ts'
import { expect, test } from './support/story.ts'

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

interface Screen {
  path: string
  open?: (page: Page) => Promise<void>
}

const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click()
}
const opens = (name: string | RegExp) => async (page: Page) => {
  await press(name)(page)
  await expect(page.getByRole('dialog')).toBeVisible()
}

const screens: Record<string, Screen> = {
  Dashboard: { path: '/admin/dashboard' },
  Live: { path: '/admin/live' },
  History: { path: '/admin/dashboard/history' },
  Users: { path: '/admin/users' },
  'One user': {
    path: '/admin/users?role=staff',
    open: opens(/^View .*gate@demo/),
  },
  Invitations: { path: '/admin/users/invitations' },
  'Invite staff': { path: '/admin/users/invitations', open: opens('Invite staff') },
  'Choose an event': { path: '/admin/payments', open: opens('Choose an event') },
  'Box office': { path: '/admin/box-office' },
  Tills: { path: '/admin/tills' },
  Singers: { path: '/admin/singers' },
  'Rename a singer': { path: '/admin/singers', open: press(/^Rename: /) },
  'Delete a singer': { path: '/admin/singers', open: opens(/^Delete: /) },
  'History of a singer': { path: '/admin/singers', open: opens(/^History: /) },
  Events: { path: '/admin/events' },
  'Past events': { path: '/admin/events?when=past' },
  'Add an event': { path: '/admin/events', open: press('Add Event') },
  'New concert': { path: '/admin/events/new', open: press('Add a phase to Gold') },
  'A concert like another': {
    path: '/admin/events',
    open: async (page) => {
      await press(/^Duplicate: /)(page)
      await expect(page.getByRole('button', { name: 'Save the draft' })).toBeVisible()
    },
  },
  'Edit a concert': {
    path: '/admin/events',
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Edit all: / })
        .first()
        .click()
      await expect(page.getByRole('form', { name: 'Edit the concert' })).toBeVisible()
    },
  },
  'Edit an event': { path: '/admin/events', open: press(/^Edit: /) },
  'Move an event': { path: '/admin/events', open: opens(/^Move: /) },
  'Cancel an event': { path: '/admin/events', open: opens(/^Cancel: /) },
  'About an event': {
    path: '/admin/events',
    open: async (page) => {
      await press(/^About: /)(page)
      await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
    },
  },
  'At the gate': {
    path: '/admin/events',
    open: async (page) => {
      await page
        .getByRole('link', { name: /^At the gate: / })
        .first()
        .click()
      await expect(page).toHaveURL(/\/gate$/)
    },
  },
  Codes: { path: '/admin/codes' },
  'Add a code': { path: '/admin/codes', open: press('Add Code') },
  Announcements: { path: '/admin/announcements' },
  'Write to buyers': {
    path: '/admin/announcements',
    open: async (page) => {
      await page.getByLabel('Event', { exact: true }).selectOption({ index: 1 })
      await page.getByLabel('Subject').fill('Doors at six')
      await page.getByLabel('Text').fill('Please come early.')
      await expect(page.getByText(/^Reaches /)).toBeVisible()
    },
  },
  'Seats of an event': {
    path: '/admin/events',
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Seats: / })
        .first()
        .click()
      await expect(page.getByRole('list', { name: 'Seats by state' })).toBeVisible()
    },
  },
  'Guest list': {
    path: '/admin/events',
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Guest list: / })
        .first()
        .click()
      await expect(page.getByRole('button', { name: 'Add a guest' })).toBeVisible()
    },
  },
  'Add a guest': {
    path: '/admin/events',
    open: async (page) => {
      await page
        .getByRole('link', { name: /^Guest list: / })
        .first()
        .click()
      await opens('Add a guest')(page)
    },
  },
  Tickets: { path: '/admin/tickets' },
  'Add a ticket category': {
    path: '/admin/tickets',
    open: press('Add Ticket Category'),
  },
  'Edit a ticket category': { path: '/admin/tickets', open: press(/^Edit: /) },
  'Assign a layout': {
    path: '/admin/tickets',
    open: opens(/^Assign Layout: /),
  },
  'View a layout': { path: '/admin/tickets', open: opens(/^View Layout: /) },
  Layouts: { path: '/admin/layouts' },
  'Draw a layout': { path: '/admin/layouts/new' },
  Bookings: { path: '/admin/bookings' },
  'One booking': {
    path: '/admin/bookings?status=completed',
    open: opens(/^View booking of /),
  },
  Refunds: { path: '/admin/bookings/refunds?status=all' },
  Payments: { path: '/admin/payments' },
  'One payment': { path: '/admin/payments', open: opens(/^View payment of /) },
  'A decided payment': {
    path: '/admin/payments?status=approved',
    open: opens(/^View payment of /),
  },
  'Save a filter': {
    path: '/admin/payments?status=approved',
    open: press('Save this filter'),
  },
  'Bank statement': { path: '/admin/payments/bank' },
  Credits: { path: '/admin/payments/bank/credits?state=all' },
  'Approval by proof': { path: '/admin/payments/bank/proofs' },
  'Bulk Upload': { path: '/admin/bulk-upload' },
  Settings: { path: '/admin/settings' },
  'Before the first sale': { path: '/admin/settings/checklist' },
  'Tax and fee': { path: '/admin/settings/tax' },
  Help: { path: '/admin/help' },
  Messages: { path: '/admin/help?tab=messages' },
  'A list with nothing in it': {
    path: '/admin/bookings?q=nobody-is-called-this',
  },
  'No such page': { path: '/admin/nothing' },
}

async function isSound(page: Page, name: string): Promise<void> {
  await stills(page)
  expect.soft(await axeFindings(page), name).toEqual([])
  await fitsItsWidth(page, name)
}

const half = Math.ceil(Object.keys(screens).length / 2)
for (const [part, some] of [Object.entries(screens).slice(0, half), Object.entries(screens).slice(half)].entries()) {
  test(`Every page of the console is accessible, on both screens and in both themes, part ${part + 1}`, async ({
    staff,
  }) => {
    const { page } = staff
    for (const [name, { path, open }] of some)
      await test.step(name, async () => {
        await page.setViewportSize(desktop)
        await page.goto(path)
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await open?.(page)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        // Dialogs differ by their frame only; each theme and each size once is enough.
        if (!open) await isSound(page, `${name}, desktop, light`)
        await page.setViewportSize(phone)
        await page.evaluate(() => document.documentElement.classList.add('dark'))
        await isSound(page, `${name}, phone, dark`)
      })
  })
}

test('The console by keyboard: past the menu, through a list, into a dialog and back', async ({ staff }) => {
  const { page } = staff
  // Two singers, so that both are on the page in either order.
  await page.goto('/admin/singers?q=qa')
  await expect(page.getByRole('table', { name: 'Singers' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the page' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#console-main')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('New singer')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Search')).toBeFocused()
  await page.keyboard.press('Tab')
  // The rows move to a new order while the dialog of one of them is open.
  const sorted = Promise.withResolvers<void>()
  await page.route(/\/rest\/v1\/.*order=name\.desc/, (route) => sorted.promise.then(() => route.continue()))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/sort=-name/)
  await expect(page.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending')
  const history = page.getByRole('button', { name: 'History: Meher Qazi', exact: true })
  await history.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'History' })).toBeVisible()
  sorted.resolve()
  const names = page.getByRole('row', { includeHidden: true }).getByRole('cell', { includeHidden: true })
  await expect(names.first()).toContainText('Zoya Rahmani Qawwali Party')
  await expect(page.locator('dialog:modal')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'History' })).toHaveCount(0)
  await expect(history).toBeFocused()
  const rename = page.getByRole('button', { name: 'Rename: Meher Qazi', exact: true })
  await rename.press('Enter')
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(rename).toBeFocused()

  await page.setViewportSize(phone)
  await page.getByRole('button', { name: /menu/i }).press('Enter')
  await expect(page.getByRole('navigation', { name: 'Admin' }).getByRole('link')).toHaveCount(17)
  await isSound(page, 'The menu on a phone')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden()
})
