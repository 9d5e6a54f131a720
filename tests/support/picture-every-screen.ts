/**
 * Writes docs/screens.md and its pictures from the running shop with demo data: every screen, on a phone and on a
 * desktop, in both themes; and the pictures of the README. `node tests/support/picture-every-screen.ts`, after
 * `npm run build`; or with the address of a running shop that has the demo and DEMO_PASSWORD=demo-password-1.
 */
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { testBrowser } from './browser.ts'
import { DEMO_PASSWORD, startShop } from './shop.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
/** Everything is made here first: a run that fails leaves the pictures there were. */
const made = mkdtempSync(join(tmpdir(), 'mehfil-screens-'))
/** Small files: they are looked at side by side, not measured. */
const JPEG_QUALITY = 60
/** Time for a page to have read the device and painted, in ms. */
const SETTLE_MS = 400

/** How long one step may take on a busy machine, in ms. */
const STEP_MS = 25_000

const sizes = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const
type Size = keyof typeof sizes
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

interface Screen {
  name: string
  title: string
  /** Leads to the screen; by default its path is opened. */
  path?: string
  open?: (page: Page, singer: string) => Promise<void>
}

/** No seat can be held twice: every visit goes to another concert. All play in a hall with a layout. */
const singerOf: Record<Size, Record<Theme, string>> = {
  phone: { light: 'Meher Qazi', dark: 'Kesarbagh Collective' },
  desktop: { light: 'Saltpan Radio', dark: 'Thamarai Strings' },
}

const at = (name: string, title: string, path: string): Screen => ({ name, title, path })

async function signsIn(page: Page, role: 'customer' | 'admin', path: string): Promise<void> {
  await page.goto(path)
  await page.getByLabel('Email').fill(`${role}@demo.mehfil.example`)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname !== path)
}

async function registers(page: Page): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(`asha.${randomBytes(4).toString('hex')}@example.com`)
  for (const field of ['Password', 'Confirm password'])
    await page.getByLabel(field, { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname !== '/register')
}

async function followsPayment(page: Page, link: string): Promise<void> {
  await page.goto('/my-tickets')
  await page.getByRole('region', { name: 'Payments' }).getByRole('link', { name: link }).first().click()
  await page.waitForURL(/order=/)
}

const publicScreens: Screen[] = [
  at('home', 'Home', '/'),
  at('events', 'Upcoming events', '/events'),
  at('concerts', 'Concerts', '/concerts'),
  at('concerts-none', 'Concerts: nothing matches', '/concerts?q=nobody'),
  at('cart-empty', 'Cart, empty', '/cart'),
  at('about', 'About', '/about'),
  at('contact', 'Contact', '/contact'),
  at('faq', 'FAQ', '/faq'),
  at('support', 'Support', '/support'),
  at('help', 'Help Center', '/help'),
  at('terms', 'Terms', '/terms'),
  at('privacy', 'Privacy', '/privacy'),
  at('refund', 'Refunds', '/refund'),
  at('not-found', 'Page not found', '/nothing'),
  at('login', 'Sign in', '/login'),
  at('register', 'Create an account', '/register'),
  at('reset-password', 'Reset password', '/reset-password'),
]

/** Of somebody new each time: nobody can hold seats for more than half an hour within an hour. */
const buyingScreens: Screen[] = [
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

/** Of the demo's customer, who has tickets and payments. */
const ownScreens: Screen[] = [
  at('my-tickets', 'My Tickets', '/my-tickets'),
  {
    name: 'ticket',
    title: 'One ticket',
    open: async (page) => {
      await page.goto('/my-tickets')
      await page.locator('a[href^="/my-tickets/"]:visible').first().click()
      await page.getByRole('img', { name: /^QR code of ticket/ }).waitFor()
    },
  },
  { name: 'payment-pending', title: 'A payment being checked', open: (page) => followsPayment(page, 'Follow') },
  {
    name: 'payment-rejected',
    title: 'A payment that was rejected',
    open: (page) => followsPayment(page, 'What to do next'),
  },
  at('profile', 'Profile', '/profile'),
  at('settings', 'Settings', '/settings'),
]

const staffSignIn = at('admin-login', 'Console: sign in', '/admin/login')
const staffScreens: Screen[] = [
  at('admin-dashboard', 'Console: dashboard', '/admin/dashboard'),
  at('admin-history', 'Console: history', '/admin/dashboard/history'),
  at('admin-users', 'Console: users', '/admin/users'),
  at('admin-singers', 'Console: singers', '/admin/singers'),
  at('admin-events', 'Console: events', '/admin/events'),
  at('admin-tickets', 'Console: tickets', '/admin/tickets'),
  at('admin-layouts', 'Console: layouts', '/admin/layouts'),
  at('admin-bookings', 'Console: bookings', '/admin/bookings'),
  at('admin-refunds', 'Console: refunds', '/admin/bookings/refunds'),
  at('admin-payments', 'Console: payments', '/admin/payments'),
  {
    name: 'admin-payment',
    title: 'Console: one payment',
    open: async (page) => {
      await page.goto('/admin/payments')
      await page
        .getByRole('button', { name: /^View payment of / })
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  at('admin-bank', 'Console: bank statement', '/admin/payments/bank'),
  at('admin-bulk-upload', 'Console: bulk upload', '/admin/bulk-upload'),
  at('admin-settings', 'Console: settings', '/admin/settings'),
  at('admin-help', 'Console: help', '/admin/help'),
  at('scan', 'Scanner: choosing an event', '/admin/scan'),
]
const screens = [...publicScreens, ...buyingScreens, ...ownScreens, staffSignIn, ...staffScreens]

/** Pictures of the README, from the same visit: light, on the desktop. */
const readme: Record<string, string> = {
  home: 'home',
  seats: 'seats',
  checkout: 'checkout',
  ticket: 'ticket',
  'admin-payment': 'payments',
}

/** Waits for the page's own heading, for everything it reads, and for its pictures. */
async function isThere(page: Page): Promise<void> {
  await page.locator('h1:visible, dialog h2:visible').first().waitFor()
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  await page.waitForFunction(() => [...document.images].every((image) => image.complete || image.loading === 'lazy'))
  await page.waitForTimeout(SETTLE_MS)
}

const missing: string[] = []

async function visit(browser: Browser, baseURL: string, size: Size, theme: Theme): Promise<void> {
  const take = async (page: Page, some: readonly Screen[]): Promise<void> => {
    for (const { name, path = '/', open } of some) {
      try {
        if (open) await open(page, singerOf[size][theme])
        else await page.goto(path)
        await isThere(page)
        const file = join(made, 'screens', `${name}-${size}-${theme}.jpg`)
        await page.screenshot({ path: file, type: 'jpeg', quality: JPEG_QUALITY })
        const picture = readme[name]
        if (picture && size === 'desktop' && theme === 'light')
          await page.screenshot({ path: join(made, 'pictures', `${picture}.png`) })
      } catch (error) {
        // One screen that does not come must not cost the others; the run says so at its end.
        missing.push(
          `${name} ${size} ${theme}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
        )
      }
    }
  }
  const enter = async (): Promise<Page> => {
    const context = await browser.newContext({
      baseURL,
      ...sizes[size],
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(STEP_MS)
    await context.addInitScript((value) => {
      localStorage.setItem('theme', value)
      localStorage.setItem('mehfil.console-theme', value)
    }, theme)
    return context.newPage()
  }
  const page = await enter()
  await take(page, publicScreens)
  await registers(page)
  await take(page, buyingScreens)
  await page.context().close()
  const customer = await enter()
  await signsIn(customer, 'customer', '/login')
  await take(customer, ownScreens)
  await customer.context().close()
  const staff = await enter()
  await take(staff, [staffSignIn])
  await signsIn(staff, 'admin', '/admin/login')
  await take(staff, staffScreens)
  await staff.context().close()
}

function screensPage(): string {
  const picture = (name: string, size: Size, theme: Theme, title: string): string =>
    `<img src="screens/${name}-${size}-${theme}.jpg" width="${size === 'phone' ? 140 : 360}" alt="${title}, ${size}, ${theme}" />`
  const parts = screens.map(({ name, title }) => {
    const pictures = (Object.keys(sizes) as Size[]).flatMap((size) =>
      themes
        .filter((theme) => existsSync(join(made, 'screens', `${name}-${size}-${theme}.jpg`)))
        .map((theme) => picture(name, size, theme, title)),
    )
    return `## ${title}\n\n<p>\n${pictures.join('\n')}\n</p>\n`
  })
  return `# Screens\n\nEvery screen with the demo's data, 360 × 740 and 1280 × 800, light and dark. Made from the running shop by\n\`node tests/support/picture-every-screen.ts\`; run it again after a change of looks.\n\n${parts.join('\n')}`
}

const folders = ['screens', 'pictures']
for (const folder of folders) mkdirSync(join(made, folder))
const address = process.argv[2]
const shop = address ? null : await startShop({ template: 'demo' })
const { executablePath, args } = await testBrowser()
const browser = await chromium.launch({ executablePath, args })
try {
  for (const size of Object.keys(sizes) as Size[])
    await Promise.all(themes.map((theme) => visit(browser, shop?.url ?? address ?? '', size, theme)))
  for (const folder of folders) {
    rmSync(join(docs, folder), { recursive: true, force: true })
    cpSync(join(made, folder), join(docs, folder), { recursive: true })
  }
  writeFileSync(join(docs, 'screens.md'), screensPage())
} finally {
  await browser.close()
  await shop?.dispose()
  rmSync(made, { recursive: true, force: true })
}
if (missing.length > 0) {
  console.error(`Not pictured:\n${missing.join('\n')}`)
  process.exitCode = 1
}
