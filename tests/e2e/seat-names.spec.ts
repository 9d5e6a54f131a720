import { asSaid, labelsOf } from '../support/people/customer.ts'
import { expect, test } from '../support/stories/story.ts'

/** The venues whose first section is called Front rows. */
const namedHalls = /Saptak Hall|Raintree Hall/

test('In the picker seats have the venue’s names: chosen ones, and those of others', async ({ customer, rival }) => {
  const { page } = customer
  await customer.books('Saltpan Radio', namedHalls)
  const { picker } = await customer.opensSeats('Platinum')
  await picker.getByRole('button', { name: 'Best 2 seats together' }).click()
  const chips = picker.getByRole('list', { name: 'Your seats' }).getByRole('button')
  const [first, second] = await labelsOf(chips)
  await expect(chips).toHaveText([`Front rows ${asSaid([first!])}`, asSaid([second!])])
  await expect(chips.last()).toHaveAccessibleName(`Remove Front rows ${asSaid([second!])}`)
  await expect(picker).not.toContainText('FRNT')

  await rival.choosesSeats('Saltpan Radio', 2, 'Platinum', namedHalls)
  await rival.goesToCheckout()
  await page.bringToFront()
  const taken = picker.getByText(/just been taken by someone else/).first()
  await expect(taken).toContainText(`Front rows ${asSaid([first!])} and ${asSaid([second!])} have`)
  await expect(picker.getByRole('button', { name: /^Take Front rows \w+ instead of Front rows/ }).first()).toBeVisible()
  await expect(picker).not.toContainText('FRNT')
})
