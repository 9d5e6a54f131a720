import { rmSync } from 'node:fs'
import { buildOtherVersion } from '../support/pages.ts'
import { test } from './support/story.ts'

test('A new version comes while a page is open: it asks, and one press loads it with the cart unchanged', async ({
  visitor,
  shop,
}) => {
  const next = buildOtherVersion()
  await visitor.choosesSeats('Roshni Ghatwari', 1)
  await visitor.closesTheCart()
  await visitor.isReadyForOffline()
  await shop.restart({ PAGES_DIR: next })
  await visitor.looksForAnUpdate()
  await visitor.acceptsTheNewVersion()
  await visitor.seesInTheCart(1)
  await visitor.screen.text(/sample/i).isThere()
  await shop.restart()
  rmSync(next, { recursive: true, force: true })
})
