import { expect } from '@playwright/test'
import { Customer } from '../support/people/customer.ts'
import { Phone, readyForOffline } from '../support/people/phone.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { startShop, DEMO_PASSWORD } from '../support/server/shop.ts'
import { median, type Measure } from './measure.ts'

export const name = 'Cold start to a readable QR, processor slowed four times'

/** Slows this machine down to a cheap phone. */
const SLOWDOWN = 4
const RUNS = 5
/** Offline may take as long as online, plus a busy machine's noise. */
const MAX_RATIO = 1.1
const QR = 'svg[role="img"] title'

/** Opens a ticket in a fresh browser, with and without the server in turns, and times the first frame with the QR. */
export async function run(): Promise<Measure[]> {
  const shop = await startShop({ template: 'demo' })
  const phone = new Phone({ baseURL: shop.url })
  try {
    const path = await ticketPath(phone, shop.url)
    const online: number[] = []
    const offline: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      await shop.restart()
      const there = await once(phone, path)
      await shop.stop()
      const away = await once(phone, path)
      if (run > 0) {
        online.push(there)
        offline.push(away)
      }
    }
    const ratio = median(offline) / median(online)
    return [
      { what: 'online, median', value: `${Math.round(median(online))} ms` },
      { what: 'offline, median', value: `${Math.round(median(offline))} ms` },
      { what: 'offline : online', value: ratio.toFixed(2), bar: String(MAX_RATIO), ok: ratio <= MAX_RATIO },
    ]
  } finally {
    await phone.dispose()
    await shop.dispose()
  }
}

async function ticketPath(phone: Phone, url: string): Promise<string> {
  const page = await phone.open()
  const { client, id, email } = await demoPerson({ url }, 'customer')
  const { data } = await client.from('user_tickets').select('id').eq('user_id', id).is('revoked_at', null).limit(1)
  const ticket = data?.[0]?.id as string | undefined
  if (!ticket) throw new Error('The demo’s customer has no ticket')
  const customer = new Customer(phone.context, page)
  await customer.page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: /^Account of / })).toBeVisible({ timeout: 30_000 })
  const path = `/my-tickets/${ticket}`
  await page.goto(path)
  await page.locator(QR).waitFor({ state: 'attached' })
  await page.goto('/')
  await readyForOffline(page)
  await phone.close()
  return path
}

async function once(phone: Phone, path: string): Promise<number> {
  const page = await phone.open()
  const cdp = await phone.context.newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.addInitScript((qr) => {
    const look = (): void => {
      if (document.querySelector(qr)) requestAnimationFrame(() => performance.mark('qr'))
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  }, QR)
  await page.goto(path)
  const taken = await page.waitForFunction(() => performance.getEntriesByName('qr')[0]?.startTime, undefined, {
    timeout: 60_000,
  })
  const ms = (await taken.jsonValue()) ?? Number.NaN
  await phone.close()
  return ms
}
