import { visitor as clientOf } from '../support/server/visitor.ts'
import { expect, test } from '../support/stories/story.ts'

test('A choice that could not be saved in the profile is saved by itself, without another start', async ({
  customer,
  shop,
}) => {
  const { page, context, email, password } = customer
  let refused = 0
  await context.route('**/rpc/save_profile', (route) => {
    refused += 1
    return route.abort()
  })
  await page.goto('/settings')
  await page.getByRole('main').getByRole('combobox', { name: 'Language' }).selectOption('mr')
  await expect(page.getByRole('heading', { level: 1, name: 'सेटिंग्ज' })).toBeVisible()
  await expect.poll(() => refused).toBeGreaterThan(1)
  await context.unroute('**/rpc/save_profile')
  const client = clientOf(shop)
  await client.auth.signInWithPassword({ email, password })
  const saved = async (): Promise<unknown> => (await client.from('profiles').select('language').single()).data?.language
  await expect.poll(saved, { timeout: 90_000 }).toBe('mr')
})
