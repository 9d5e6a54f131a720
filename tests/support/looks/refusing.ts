import type { Page } from '@playwright/test'
import { expect } from '../stories/story.ts'
import { toastsFromNowOn } from './toasts.ts'

const refusal = {
  status: 400,
  json: { message: 'invalid', code: 'PT400', details: '', hint: '' },
}

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

export async function says(
  page: Page,
  path: RegExp,
  { failed, done }: { failed: string; done: string },
  press: () => Promise<void>,
): Promise<void> {
  await refused(page, { method: 'write', path }, () => pressAndRead(page, failed, press))
  await pressAndRead(page, done, press)
}

async function pressAndRead(page: Page, text: string, press: () => Promise<void>): Promise<void> {
  const toldInAToast = toastsFromNowOn(page)
  await press()
  const isSaid = async () => toldInAToast(text) || (await page.getByText(text).first().isVisible())
  await expect.poll(isSaid, text).toBe(true)
}

/** Requests of a function reach the server, and their answers are lost until `page.unroute`. */
export const losesAnswers = (page: Page, name: string, times?: number): Promise<unknown> =>
  page.route(
    `**/rpc/${name}`,
    async (route) => {
      await route.fetch()
      await route.abort('connectionfailed')
    },
    { ...(times && { times }) },
  )
