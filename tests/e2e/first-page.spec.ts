import { atTheGate } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'

test('What comes after a concert’s page fails to load: the page stays whole; with it the menu works by keyboard', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await page.route('**/assets/after-load-*', (route) => route.abort())
  await page.goto(`/events/${(await atTheGate(shop)).event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Account' }).click()
  await expect(page.getByText('Loading')).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await expect(page.getByText('This page could not be loaded')).toHaveCount(0)

  await page.unroute('**/assets/after-load-*')
  await page.reload()
  await page.getByRole('button', { name: 'Account' }).press('Enter')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Account' })).toBeFocused()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toBeVisible({ timeout: 20_000 })
})

test('On a slow network the first visit fetches the fonts after seats and prices, and then wears them', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  const asked: string[] = []
  page.on('request', (request) => {
    const what = /woff2|read_catalogue/.exec(request.url())?.[0]
    if (what) asked.push(what)
  })
  const network = await page.context().newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
  await page.goto(`/events/${(await atTheGate(shop)).event.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"?Anek Fallback/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('font-family', /^"?Anek Latin/, { timeout: 20_000 })
  await expect.poll(() => asked.includes('woff2')).toBe(true)
  expect(asked.indexOf('read_catalogue')).toBeLessThan(asked.indexOf('woff2'))
})
