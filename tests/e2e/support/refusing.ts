import type { Page } from '@playwright/test'
import { expect } from './story.ts'
import { toastsFromNowOn } from './toasts.ts'

/** A refusal that the client does not retry. */
const refusal = {
  status: 400,
  json: { message: 'invalid', code: 'PT400', details: '', hint: '' },
}

/** Makes the server refuse these requests while `during` runs. */
export async function refused(
  page: Page,
  what: { method?: 'read' | 'write'; path: RegExp },
  during: () => Promise<void>,
): Promise<void> {
  const pattern = '**/{rest,storage}/v1/**'
  await page.route(pattern, (route) => {
    const method = route.request().method()
    const read = method === 'GET' || method === 'HEAD'
    const meant = what.method === undefined || read === (what.method === 'read')
    return meant && what.path.test(new URL(route.request().url()).pathname) ? route.fulfill(refusal) : route.fallback()
  })
  await during()
  await page.unroute(pattern)
}

/** Does it once with a refusal and once without, and expects each message. */
export async function says(
  page: Page,
  path: RegExp,
  { failed, done }: { failed: string; done: string },
  press: () => Promise<void>,
): Promise<void> {
  await refused(page, { method: 'write', path }, () => pressAndRead(page, failed, press))
  await pressAndRead(page, done, press)
}

/** Presses, and waits until the page or a toast since then says so. */
async function pressAndRead(page: Page, text: string, press: () => Promise<void>): Promise<void> {
  const toldInAToast = toastsFromNowOn(page)
  await press()
  const isSaid = async () => toldInAToast(text) || (await page.getByText(text).first().isVisible())
  await expect.poll(isSaid, text).toBe(true)
}
