/**
 * `npm run screens`: pictures of every demo screen, on a phone and a desktop, in .cache/screens. `-- --write` also
 * writes the README's; `-- <address>` uses a running demo shop with DEMO_PASSWORD=demo-password-1.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from '@playwright/test'
import { testBrowser } from '../support/browser/browser.ts'
import {
  buyingScreens,
  ownScreens,
  publicScreens,
  registers,
  screens,
  signsIn,
  staffScreens,
  staffSignIn,
  type Screen,
} from '../support/browser/screens.ts'
import { startShop } from '../support/server/shop.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const target = join(root, '.cache', 'screens')
/** Made here first, so that a failed run keeps the earlier pictures. */
const made = mkdtempSync(join(tmpdir(), 'mehfil-screens-'))
const JPEG_QUALITY = 60
/** A page is complete after so many looks without loading, each some ms apart: it reads in several steps. */
const CALM_LOOKS = 4
const LOOK_MS = 250

const STEP_MS = 25_000

const sizes = {
  phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const
type Size = keyof typeof sizes
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** A seat can be held once only, so every visit goes to another concert, each in a hall with a layout. */
const singerOf: Record<Size, Record<Theme, string>> = {
  phone: { light: 'Meher Qazi', dark: 'Kesarbagh Collective' },
  desktop: { light: 'Saltpan Radio', dark: 'Thamarai Strings' },
}

const readme: Record<string, string> = {
  home: 'home',
  seats: 'seats',
  checkout: 'checkout',
  ticket: 'ticket',
  'admin-payment': 'payments',
}

async function isThere(page: Page): Promise<void> {
  await page.locator('h1:visible, dialog h2:visible').first().waitFor()
  const until = Date.now() + STEP_MS
  for (let calm = 0; calm < CALM_LOOKS;) {
    await page.waitForTimeout(LOOK_MS)
    const loads = await page.evaluate(
      () =>
        document.querySelector('[aria-busy="true"]') !== null ||
        [...document.images].some((image) => !image.complete && image.loading !== 'lazy'),
    )
    calm = loads ? 0 : calm + 1
    if (loads && Date.now() > until) throw new Error('It is still loading.')
  }
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
        // A missing screen does not stop the run, which reports it at its end.
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
    `<img src="${name}-${size}-${theme}.jpg" width="${size === 'phone' ? 140 : 360}" alt="${title}, ${size}, ${theme}" />`
  const parts = screens.map(({ name, title }) => {
    const pictures = (Object.keys(sizes) as Size[]).flatMap((size) =>
      themes
        .filter((theme) => existsSync(join(made, 'screens', `${name}-${size}-${theme}.jpg`)))
        .map((theme) => picture(name, size, theme, title)),
    )
    return `<h2>${title}</h2>\n<p>\n${pictures.join('\n')}\n</p>\n`
  })
  return `<!doctype html>\n<meta charset="utf-8" />\n<title>Screens</title>\n<h1>Screens</h1>\n${parts.join('\n')}`
}

for (const folder of ['screens', 'pictures']) mkdirSync(join(made, folder))
const address = process.argv.slice(2).find((word) => !word.startsWith('--'))
const shop = address ? null : await startShop({ template: 'demo' })
const { executablePath, args } = await testBrowser()
const browser = await chromium.launch({ executablePath, args })
try {
  for (const size of Object.keys(sizes) as Size[])
    await Promise.all(themes.map((theme) => visit(browser, shop?.url ?? address ?? '', size, theme)))
  writeFileSync(join(made, 'screens', 'index.html'), screensPage())
  rmSync(target, { recursive: true, force: true })
  cpSync(join(made, 'screens'), target, { recursive: true })
  if (process.argv.includes('--write'))
    cpSync(join(made, 'pictures'), join(root, 'docs', 'pictures'), { recursive: true })
  console.log(`${join(target, 'index.html')} shows them.`)
} finally {
  await browser.close()
  await shop?.dispose()
  rmSync(made, { recursive: true, force: true })
}
if (missing.length > 0) {
  console.error(`Not pictured:\n${missing.join('\n')}`)
  process.exitCode = 1
}
