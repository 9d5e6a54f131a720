import type { Route } from '@playwright/test'
import { newCustomer, visitor as clientOf } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'
import { saysInAToast } from '../support/looks/toasts.ts'

test('Coming back from Google: signed in on the same page, or an error; the code leaves the address', async ({
  visitor,
  shop,
}) => {
  const { page } = visitor
  await page.goto('/auth/callback?error=access_denied&error_description=User+said+no')
  await expect(page.getByText('Failed to sign in. Please try again.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
  await page.goto('/auth/callback?code=nonsense')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

  const { email, password } = await newCustomer(shop, 'Asha Rao')
  const { data } = await clientOf(shop).auth.signInWithPassword({ email, password })
  const { context } = visitor
  await context.route('**/auth/v1/settings', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), external: { google: true } } })
  })
  await context.route('**/auth/v1/authorize?*', (route) =>
    route.fulfill({ status: 302, headers: { location: `${shop.url}/auth/callback?code=of-this-device` } }),
  )
  await context.route('**/auth/v1/token?grant_type=pkce', (route) => route.fulfill({ json: data.session }))
  await page.goto('/my-tickets')
  await saysInAToast(page, 'Successfully signed in!', () =>
    page.getByRole('button', { name: 'Continue with Google' }).click(),
  )
  await expect(page).toHaveURL(/\/my-tickets$/)
  await expect(page.getByRole('heading', { name: 'No tickets yet' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account of Asha Rao' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Account of Asha Rao' })).toBeVisible()
})

test('Failed loads say so, and every way out works: a page’s code, the catalogue, an event', async ({
  browser,
  shop,
}) => {
  // The worker would have the code on the device.
  const context = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' })
  const page = await context.newPage()
  const leavesTo = async (heading: string, spoil: (route: Route) => Promise<void>): Promise<void> => {
    await page.goto('/')
    await expect(page.getByRole('region', { name: 'Meher Qazi' })).toBeVisible()
    await context.route('**/assets/*.js', spoil)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('main')).toHaveCount(1)
    await expect(page.getByRole('banner').getByRole('link', { name: 'Concerts' })).toBeVisible()
    await context.unroute('**/assets/*.js')
  }
  await leavesTo('This page could not be loaded', (route) => route.abort())
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await leavesTo('This page could not be loaded', (route) => route.abort())
  // Another link tries again by itself.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Privacy/ })).toBeVisible()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await leavesTo('Something went wrong', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("this page is broken")' }),
  )
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
  await leavesTo('This page could not be loaded', (route) => route.abort())
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page.getByRole('region', { name: 'Meher Qazi' })).toBeVisible()
  const event = await page.getByRole('region', { name: 'Meher Qazi' }).getByRole('link').first().getAttribute('href')
  await context.close()

  for (const [path, sentence, there] of [
    ['/concerts', 'Unable to load concerts. Please try again later.', 'Concerts'],
    [event ?? '', 'Error loading event details', 'Meher Qazi'],
  ] as const) {
    const first = await browser.newContext({ baseURL: shop.url, serviceWorkers: 'block' })
    await first.route('**/rest/v1/**', (route) => route.abort())
    // As static hosting sends it: the shop's own server writes the concert into its page, which would show it.
    await first.route(`**${path}`, async (route) => route.fulfill({ response: await route.fetch({ url: shop.url }) }))
    const visit = await first.newPage()
    await visit.goto(path)
    await expect(visit.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
    if (path === '/concerts') await expect(visit.getByRole('status').filter({ hasText: sentence })).toBeVisible()
    const again = visit.getByRole('button', { name: 'Try Again' })
    const asked = visit.waitForRequest('**/rest/v1/**')
    await again.click()
    await asked
    await expect(again).toBeEnabled()
    await first.unroute('**/rest/v1/**')
    const come = visit.getByRole('button', { name: /^(Book|Choose Seats)/ }).first()
    await expect(async () => {
      if (await again.isVisible()) await again.click({ timeout: 1_000 })
      await expect(come).toBeVisible({ timeout: 5_000 })
    }).toPass()
    await expect(visit.getByRole('heading', { level: 1, name: there })).toBeVisible()
    await first.close()
  }
})
