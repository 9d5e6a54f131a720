import { atTheGate } from '../support/sales/sold-tickets.ts'
import { expect, test } from '../support/stories/story.ts'
import { Volunteer } from '../support/people/volunteer.ts'

test('A typed code of a concert whose list the gate does not hold is to be checked, never called no ticket', async ({
  shop,
}) => {
  const { event, elsewhere } = await atTheGate(shop)
  const volunteer = await Volunteer.comes(shop, 'Gate T')
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  const { page } = volunteer
  await page.getByRole('button', { name: 'Type code' }).click()
  await page
    .getByLabel('Code under the QR, or the order code')
    .fill(`${elsewhere.code.slice(0, 4)}-${elsewhere.code.slice(4)}`)
  await page.getByRole('button', { name: 'Check' }).click()
  const answer = volunteer.verdict('CHECK')
  await expect(answer).toContainText('Not on a list of this device. It may be for another event: ask for an ID')
  await expect(page.getByText('No ticket has this code')).toHaveCount(0)
  await volunteer.leaves()
})
