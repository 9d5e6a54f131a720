import { otherVersion } from '../support/server/pages.ts'
import { test } from './support/story.ts'

test('A new version comes while a page is open: it asks, and one press loads it with the cart unchanged', async ({
  visitor,
  shop,
}) => {
  await visitor.choosesSeats('Roshni Ghatwari', 1)
  await visitor.closesTheCart()
  await visitor.isReadyForOffline()
  await shop.restart({ PAGES_DIR: otherVersion() })
  await visitor.looksForAnUpdate()
  await visitor.acceptsTheNewVersion()
  await visitor.seesInTheCart(1)
  await visitor.screen.text(/sample/i).isThere()
  await shop.restart()
})
