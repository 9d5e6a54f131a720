/** `npm run screens:install`: writes the manifest's `screenshots` from a running shop. */
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { testBrowser } from '../support/browser/browser.ts'
import { DEMO_PASSWORD, startShop } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'

const folder = fileURLToPath(new URL('../../public/screens/', import.meta.url))
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true }
const wide = { viewport: { width: 1280, height: 800 } }
const PATIENCE_MS = 120_000

mkdirSync(folder, { recursive: true })
const shop = await startShop({ template: 'demo' })
const { executablePath, args } = await testBrowser()
const browser = await chromium.launch({ executablePath, args })
try {
  const { client, id, email } = await demoPerson(shop, 'customer')
  const { data } = await client
    .from('user_tickets')
    .select('id')
    .eq('user_id', id)
    .is('revoked_at', null)
    .order('created_at', { ascending: false })
    .limit(1)
  const ticket = data?.[0]?.id as string | undefined
  for (const [name, size] of [
    ['phone', phone],
    ['wide', wide],
  ] as const) {
    const context = await browser.newContext({
      ...size,
      baseURL: shop.url,
      locale: 'en-IN',
      timezoneId: 'Asia/Kolkata',
    })
    context.setDefaultTimeout(PATIENCE_MS)
    const page = await context.newPage()
    const shot = async (what: string): Promise<void> => {
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${folder}${what}-${name}.png`, animations: 'disabled' })
    }
    await page.goto('/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /^Account of / }).waitFor()
    await page.goto('/')
    await page
      .getByRole('button', { name: /^Book / })
      .first()
      .waitFor()
    await shot('home')
    if (name === 'phone') {
      await page.goto(`/my-tickets/${ticket}`)
      await page.getByRole('img', { name: /^QR code of ticket / }).waitFor()
      await shot('ticket')
    }
    await page.goto('/concerts')
    await page
      .getByRole('button', { name: /^Book Saltpan Radio, / })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Choose Seats, / })
      .first()
      .click()
    const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
    await picker.getByRole('button', { name: 'Best 2 seats together' }).click()
    await picker.getByRole('list', { name: 'Your seats' }).getByRole('button').first().waitFor()
    await shot('seats')
    await context.close()
  }
} finally {
  await browser.close()
  await shop.dispose()
}
