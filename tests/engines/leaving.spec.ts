import { Customer } from './support/customer.ts'
import { Screen } from './support/screen.ts'
import { test } from './support/story.ts'

/** How many answers of the first sync the page has when it is left. */
const MOMENTS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

test('The first page is left after each answer of the first sync: the next one has its concerts, and so has the way back', async ({
  lends,
  shop,
}) => {
  // Ten browsers are opened one after the other.
  test.setTimeout(600_000)
  for (const answers of MOMENTS) {
    await test.step(`after ${answers} answers`, async () => {
      const device = await lends()
      const visitor = new Customer(device, new Screen(await device.newTab(), shop.url), shop.url)
      await visitor.screen.opens('/')
      await visitor.leavesAfter(answers, '/concerts')
      await visitor.seesConcertsOnSale()
      await visitor.screen.tab.back()
      await visitor.seesTheFrontPage()
      await visitor.screen.tab.reload()
      await visitor.seesTheFrontPage()
      await device.close()
    })
  }
})
