import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { floor, publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { Screen } from './support/screen.ts'
import { arrives, test } from './support/story.ts'

test('A week later the browser is opened again, with the server gone: the ticket opens', async ({ lends, shop }) => {
  const profile = mkdtempSync(join(tmpdir(), 'mehfil-week-'))
  const before = await lends({ profile })
  const customer = await arrives(new Screen(await before.newTab(), shop.url), before, shop)
  const { singer, categories } = await publishConcert(shop, [floor])
  await buys(shop, customer, categories.Floor!, 1)
  const choice = { singer, category: 'Floor', seats: [] }
  await customer.opensTicket(choice)
  await customer.isReadyForOffline()
  await customer.letsAWeekPass()
  await before.close()

  await shop.kill()
  const after = await lends({ profile })
  customer.screen = new Screen(await after.newTab(), shop.url)
  await customer.opensTicket(choice)
  await after.close()
  await shop.restart()
  rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
})
