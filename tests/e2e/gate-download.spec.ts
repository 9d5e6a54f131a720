import { test } from '../support/stories/gate.ts'
import { expect } from '../support/stories/story.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'

test('A list whose download the network cut off goes on by itself when there is one again', async ({
  shop,
  volunteer,
}) => {
  const { event } = await atTheGate(shop)
  const { page } = volunteer
  await volunteer.signsIn()
  const choice = page.getByRole('checkbox', { name: new RegExp(event.name) })
  await expect(choice).toBeVisible()
  await page.context().setOffline(true)
  await choice.check()
  await expect(page.getByText('The server is not responding. What has come so far is kept')).toBeVisible()
  await expect(page.getByText(/^List of \d+ tickets? · /)).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page.getByText(/^List of \d+ tickets? · /)).toBeVisible({ timeout: 90_000 })
  await expect(page.getByText('The server is not responding. What has come so far is kept')).toHaveCount(0)
})
