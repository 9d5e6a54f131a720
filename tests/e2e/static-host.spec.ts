import type { Page } from '@playwright/test'
import type { Shop } from '../support/server/shop.ts'
import { openStaticHost, type StaticHost } from '../support/server/static-host.ts'
import { Phone, readyForOffline } from '../support/people/phone.ts'
import { expect, test } from '../support/stories/story.ts'

const CART = /^\/assets\/cart-route-/

async function atStaticHost(
  shop: Shop,
  story: (host: StaticHost, phone: Phone, page: Page) => Promise<void>,
): Promise<void> {
  const host = await openStaticHost(shop)
  const phone = new Phone({ baseURL: host.url })
  try {
    await story(host, phone, await phone.open())
  } finally {
    await phone.dispose()
    host.close()
  }
}

const storedTypes = (page: Page): Promise<[string, string | null][]> =>
  page.evaluate(async () => {
    const found: [string, string | null][] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys())
        found.push([new URL(request.url).pathname, (await cache.match(request))?.headers.get('content-type') ?? null])
    }
    return found
  })

const pagesUnderWrongNames = async (page: Page): Promise<string[]> =>
  (await storedTypes(page))
    .filter(([path, type]) => type?.startsWith('text/html') && path !== '/index.html')
    .map(([path]) => path)

test('A phone that visits during an upload stores no page as a script, and is ready once the upload is done', async ({
  shop,
}) => {
  await atStaticHost(shop, async (host, phone, page) => {
    host.lacks = (path) => CART.test(path)
    await page.goto('/concerts')
    await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
    // The worker requested the file, and again past the browser's cache, which held the page.
    await expect.poll(() => host.asked.length, { timeout: 60_000 }).toBeGreaterThan(1)
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) ?? null))
      .toBeNull()
    expect(await pagesUnderWrongNames(page)).toEqual([])

    host.lacks = () => false
    await readyForOffline(page)
    expect(await pagesUnderWrongNames(page)).toEqual([])
    await phone.context.setOffline(true)
    await page.goto('/cart')
    await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
  })
})

test('A first visit whose script is the host’s page gets the shop when the upload is done, by itself', async ({
  shop,
}) => {
  await atStaticHost(shop, async (host, _phone, page) => {
    host.lacks = (path) => path.startsWith('/assets/react-')
    await page.goto('/concerts')
    await expect.poll(() => host.asked.length).toBeGreaterThan(1)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    host.lacks = () => false
    await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible({ timeout: 60_000 })
  })
})
