import type { Page } from '@playwright/test'
import { inDatabase } from '../support/database/database.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { begin } from '../support/sales/begun-concert.ts'
import { gold, publishConcert } from '../support/sales/concerts.ts'
import { dayAhead } from '../support/stories/days.ts'
import { worksAt } from '../support/people/gate-device.ts'
import { buys } from '../support/sales/purchases.ts'
import { boughtTicket, owedAtDoor, refundDue } from '../support/sales/refunds.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'
import {
  axeFindings,
  fitsItsWidth,
  goesOn,
  hasNoSmallField,
  isSoundOnBothScreens,
  stills,
} from '../support/looks/sound.ts'
import { choosesFromMenu, opensFirstConcert, opensMenu, type Tab } from '../support/stories/concert-page.ts'
import { expect, test } from '../support/stories/story.ts'

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

const fromMenu = (action: string) => async (page: Page) => {
  await choosesFromMenu(page, action)
  await expect(page.getByRole('dialog')).toBeVisible()
}

const NOTHING = '/admin/nothing'

// Few rows, which axe reads behind each dialog, the first not cancelled; of numbered seats: another story may have put a standing floor on sale.
const LAKEER = '/admin/events?q=Lakeer&sort=-date'

const screens: Record<string, Screen> = {
  'No such page': { path: NOTHING },
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
  'New concert': {
    path: '/admin/events/new',
    open: async (page) => {
      await expect(page.getByRole('button', { name: 'Add Event' })).toBeVisible()
      // Folded on a phone.
      const zones = page.getByRole('button', { name: 'Price zones' })
      if (await zones.isVisible()) await zones.click()
      await press('Add a phase to Gold')(page)
    },
  },
  'More of an event': { path: LAKEER, open: (page) => opensMenu(page) },
  'A concert like another': {
    path: LAKEER,
    open: async (page) => {
      await choosesFromMenu(page, 'Duplicate')
      await expect(page.getByRole('button', { name: 'Save the draft' })).toBeVisible()
    },
  },
  'Move an event': { path: LAKEER, open: fromMenu('Move') },
  'Cancel an event': { path: LAKEER, open: fromMenu('Cancel') },
  ...Object.fromEntries(
    Object.entries({
      Overview: (page: Page) => page.getByRole('link', { name: 'Paid by customers' }),
      'Tickets & prices': (page: Page) => page.getByRole('table', { name: 'Ticket categories' }),
      Seats: (page: Page) => page.getByRole('list', { name: 'Seats by state' }),
      Orders: (page: Page) => page.getByRole('navigation', { name: 'Status' }),
      Guests: (page: Page) => page.getByRole('button', { name: 'Add a guest' }),
      Door: (page: Page) => page.getByRole('button', { name: 'Download CSV' }),
      Messages: (page: Page) => page.getByText(/^Reaches /),
      Settlement: (page: Page) => page.getByRole('region', { name: 'Who gets what' }),
      Settings: (page: Page) => page.getByRole('button', { name: 'Save the rules' }),
    }).map(([tab, shown]) => [
      `A concert: ${tab}`,
      {
        path: LAKEER,
        open: async (page: Page) => {
          await opensFirstConcert(page, tab as Tab)
          await expect(shown(page)).toBeVisible()
        },
      },
    ]),
  ),
  ...Object.fromEntries(
    ['Queue', 'All details'].map((of) => [
      `A concert: ${of}`,
      {
        path: LAKEER,
        open: async (page: Page) => {
          await opensFirstConcert(page, 'Settings')
          await page.getByRole('link', { name: of }).click()
          await expect(page.getByRole('form').first()).toBeVisible()
        },
      },
    ]),
  ),
  Codes: { path: '/admin/codes' },
  'Add a code': {
    path: '/admin/codes',
    open: async (page) => {
      await press('Add Code')(page)
      await page.getByLabel('Also opens tickets that are sold only with an access code').check()
    },
  },
  Announcements: { path: '/admin/announcements' },
  'Write to buyers': {
    path: '/admin/announcements',
    open: async (page) => {
      await opens(/^Event /)(page)
      await page.getByRole('dialog').getByRole('option').first().click()
      await page.getByLabel('Subject').fill('Doors at six')
      await page.getByLabel('Text').fill('Please come early.')
      await expect(page.getByText(/^Reaches /)).toBeVisible()
    },
  },
  'Add a guest': {
    path: LAKEER,
    open: async (page) => {
      await opensFirstConcert(page, 'Guests')
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
  'View a layout': { path: '/admin/tickets', open: fromMenu('View Layout') },
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
  'Automatic approval': { path: '/admin/payments/bank/proofs' },
  'Bulk Upload': { path: '/admin/bulk-upload' },
  Settings: { path: '/admin/settings' },
  'Before the first sale': { path: '/admin/settings/checklist' },
  'How money is seen': { path: '/admin/settings/bank' },
  'Tax and fee': { path: '/admin/settings/tax' },
  Help: { path: '/admin/help' },
  'Preparing a gate': { path: '/admin/scan' },
  Messages: { path: '/admin/help?tab=messages' },
  'A list with nothing in it': {
    path: '/admin/bookings?q=nobody-is-called-this',
  },
}

async function isSound(page: Page, name: string): Promise<void> {
  await stills(page)
  expect.soft(await axeFindings(page), name).toEqual([])
  await fitsItsWidth(page, name)
}

test.use({ hasTouch: true })

const half = Math.ceil(Object.keys(screens).length / 2)
for (const [part, some] of [Object.entries(screens).slice(0, half), Object.entries(screens).slice(half)].entries()) {
  test(`Every page of the console is accessible and fits both screens, part ${part + 1}`, async ({ staff }) => {
    const { page } = staff
    const nothing = page.getByRole('heading', { name: 'Page not found' })
    await page.goto(NOTHING)
    for (const [name, { path, open }] of some)
      await test.step(name, async () => {
        await page.setViewportSize(desktop)
        // From a page without a state: what the screen before has opened is gone.
        await goesOn(page, NOTHING)
        await expect(nothing).toBeVisible()
        if (path !== NOTHING) {
          await goesOn(page, path)
          await expect(nothing).toHaveCount(0)
        }
        await page.evaluate(() => document.documentElement.classList.remove('dark'))
        await expect(page.getByRole('heading').first()).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await open?.(page)
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        // Pages on a desktop and dialogs on a phone, in the other theme: each once.
        if (!open) await isSound(page, name)
        await page.setViewportSize(phone)
        await hasNoSmallField(page, name)
        if (!open) return fitsItsWidth(page, `${name}, phone`)
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
  await page.getByRole('button', { name: 'Menu' }).press('Enter')
  const menu = page.getByRole('navigation', { name: 'Admin' })
  await expect(menu.locator('#console-places > li')).toHaveCount(6)
  // From the bar into the menu: the first place is the next stop.
  await page.keyboard.press('Tab')
  await expect(menu.getByRole('link', { name: 'Home' })).toBeFocused()
  await isSound(page, 'The menu on a phone')
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  const search = page.getByRole('button', { name: 'Search' })
  await search.press('Enter')
  await page.getByRole('combobox').fill('qa')
  await expect(page.getByRole('group', { name: 'Concerts' }).getByRole('option').first()).toBeVisible()
  await isSound(page, 'The search on a phone')
  await page.keyboard.press('Escape')
  await expect(search).toBeFocused()
  // The foot of a long page ends above the bar.
  await page.goto('/admin/help')
  const ends = async () => {
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const last = await page.locator('#console-main > *').last().boundingBox()
    const bar = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
    return bar!.y - (last!.y + last!.height)
  }
  await expect.poll(ends).toBeGreaterThanOrEqual(0)
})

test('What only some concerts, orders and mails show is accessible, and fits both screens', async ({
  customer,
  staff,
  shop,
}) => {
  const { page } = staff
  const dialog = page.getByRole('dialog').last()

  await test.step('The gate: a device, and the question about a lost one', async () => {
    const { event, pair } = await atTheGate(shop)
    await worksAt(shop, await demoPerson(shop, 'admin'), event.id, pair)
    await page.goto(`/admin/events/${event.id}/gate`)
    await page.getByRole('button', { name: /^Open the device at Gate L, / }).click()
    await dialog.getByRole('button', { name: 'This phone is lost…' }).click()
    await isSoundOnBothScreens(page, 'Is this phone lost?')
  })

  await test.step('A concert that began: to cancel it, and to move it', async () => {
    const concert = await boughtTicket(shop, 'Chhaya Sathe')
    await begin(shop, [concert], 2)
    await page.goto(`/admin/events?when=past&q=${concert.singer}`)
    await choosesFromMenu(page, 'Cancel', concert.singer)
    await isSoundOnBothScreens(page, 'Cancelling what has begun')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await choosesFromMenu(page, 'Move', concert.singer)
    await dialog.getByRole('button', { name: 'Move the event' }).click()
    await expect(dialog).toContainText('Choose a time in the future.')
    await page.setViewportSize(phone)
    await expect(dialog.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await isSoundOnBothScreens(page, 'Moving what has begun')
  })

  await test.step('Refunds: cash at the door, and a long sheet that scrolls under its title', async () => {
    const { singer } = await owedAtDoor(shop, 'cash')
    await page.goto(`/admin/bookings/refunds?q=${encodeURIComponent(singer)}`)
    await page.getByRole('button', { name: /^Refund Buyer at the door/ }).click()
    await isSoundOnBothScreens(page, 'Paying cash back')
    const { orderCode } = await boughtTicket(shop, 'Padmanabhan Venkataraghavan Subramanian', { over: 250 })
    await page.setViewportSize(phone)
    await page.goto(`/admin/payments?status=approved&q=${orderCode}`)
    await press(/^View /)(page)
    await press('Start a refund')(page)
    const start = page.getByRole('dialog', { name: 'Start a refund?' })
    await expect(start.getByLabel('Amount in rupees')).toBeVisible()
    for (const part of [
      start.getByRole('heading', { name: 'Start a refund?' }),
      start.getByRole('button', { name: 'Close' }),
      start.getByRole('button', { name: 'Start refund' }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 })
    await isSoundOnBothScreens(page, 'Starting a refund')
  })

  await test.step('Refunds that one file for the bank pays', async () => {
    const name = 'Padmanabhan Venkataraghavan Aiyar'
    await refundDue(shop, name)
    await page.goto(`/admin/bookings/refunds?q=${encodeURIComponent(name)}`)
    await press('Pay several')(page)
    await press('All with a UPI id')(page)
    await expect(page.getByText(/^Chosen: 1 payment/)).toBeVisible()
    await isSoundOnBothScreens(page, 'Choosing refunds')
    await press('Make the bank file')(page)
    await dialog.getByLabel('File for').selectOption('HDFC Bank ENet, accounts')
    await isSoundOnBothScreens(page, 'Making a bank file')
    await dialog.getByLabel('File for').selectOption('Plain CSV')
    await press('Download the file')(page)
    await press('Mark as sent')(page)
    await isSoundOnBothScreens(page, 'Marking a bank file')
  })

  await test.step('Other seats for a ticket', async () => {
    const { categories } = await publishConcert(shop, [gold])
    const bought = await buys(shop, customer, categories.Gold!, ['A1', 'A2'])
    await page.goto(`/admin/bookings?q=${bought.orderCode}`)
    await press(/^View booking of /)(page)
    await dialog.getByRole('button', { name: 'Change seats' }).click()
    await dialog.getByRole('group', { name: 'Seats to give up' }).getByRole('button').last().click()
    await dialog.getByRole('button', { name: 'Best available' }).click()
    await dialog.getByRole('button', { name: 'Give these seats' }).click()
    await expect(dialog.getByText('Write a reason: the history keeps it.')).toBeVisible()
    await isSoundOnBothScreens(page, 'Choose other seats')
  })

  await test.step('A queue: a form that is wrong, and people who are let in', async () => {
    const { id } = await publishConcert(shop, [
      { ...gold, sale_from: new Date(Date.now() + 3 * 86_400_000).toISOString() },
    ])
    await page.goto(`/admin/events/${id}/queue`)
    await page.getByLabel('How many a minute may buy').selectOption('A number of people')
    await page.getByLabel('People a minute').fill('0')
    await press('Add the queue')(page)
    await expect(page.getByText('Enter a whole number from 1 to 1,00,000.')).toBeVisible()
    await isSoundOnBothScreens(page, 'A refused queue')
    await page.getByLabel('People a minute').fill('120')
    await press('Add the queue')(page)
    const state = page.getByRole('region', { name: 'State of the queue' })
    await expect(state).toContainText('Not open yet')
    await inDatabase(shop, (sql) =>
      sql.query(
        `update public.event_queues set joins_from = now() - interval '1 hour', opens_at = now() - interval '1 minute'
          where event_id = $1`,
        [id],
      ),
    )
    await expect(state).toContainText('Letting in')
    await isSoundOnBothScreens(page, 'A queue that lets people in')
  })

  await test.step('Live with warnings', async () => {
    await page.route(
      (url) => url.pathname === '/live',
      async (route) => {
        const response = await route.fetch()
        await route.fulfill({ json: { ...(await response.json()), errors_minute: 3, busy_minute: 1 } })
      },
    )
    await page.goto('/admin/live')
    await expect(page.getByRole('region', { name: 'Warnings' })).toContainText('3 errors')
    await isSoundOnBothScreens(page, 'Live with warnings')
  })

  await test.step('What a file is to import', async () => {
    await page.goto('/admin/bulk-upload')
    const tickets = { Gold: 2500, Silver: 999.5 }
    const concerts = { 'Noor Sen': { Bengaluru: { date: dayAhead(160).key, venue: 'Palace Grounds', tickets } } }
    await page.getByLabel(/^Choose a JSON file/).setInputFiles({
      name: 'good.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(concerts)),
    })
    await expect(page.getByText('1 singer, 1 event and 2 ticket categories to create.')).toBeVisible()
    await isSoundOnBothScreens(page, 'What is to be imported')
    await page.getByLabel(/^Choose a JSON file/).setInputFiles({
      name: 'noor.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Artist;City;Venue;Date;Category;Price;Seats\nNoor Sen;Pune;Hall;16/01/2027;Gold;cheap;100'),
    })
    await expect(page.getByText('Line 2, Price: “cheap” is not a price')).toBeVisible()
    await page.getByText('Which column is what').click()
    await isSoundOnBothScreens(page, 'A spreadsheet of concerts')
  })

  await test.step('A mail that was tried', async () => {
    const held = (step: string) => ({
      step,
      holds: step !== 'fresh',
      reason: step === 'fresh' ? 'stale' : null,
      of: null,
    })
    await page.route('**/proofs/mail/try', (route) =>
      route.fulfill({
        json: {
          steps: 'mail bank signature alignment whole fresh address template reading'.split(' ').map(held),
          read: {
            ...{ template: 'axis-upi', name: 'Axis', confirmed: false, amountPaise: 12_000_000, utr: '412345678904' },
            ...{ payerVpa: 'asha@okaxis', note: 'ASHA KULKARNI OF THE LONG NAME/UTIB/7K2QX4MD TICKETS' },
            ...{ codes: ['MF7K2QX4MD'], creditedAt: new Date().toISOString() },
          },
          ...{ outcome: 'refused', doubts: ['unconfirmed'], reason: 'stale', isOld: true },
        },
      }),
    )
    await page.goto('/admin/settings/bank')
    const part = page.getByRole('region', { name: 'Try a mail' })
    await part.getByLabel('Mail, as .eml').setInputFiles({
      name: 'an-old-example-with-a-name-that-is-long-enough-to-wrap.eml',
      mimeType: 'message/rfc822',
      buffer: Buffer.from('x'),
    })
    await expect(part.getByRole('status')).toContainText('is too old to count today')
    await isSoundOnBothScreens(page, 'Try a mail')
  })
})
