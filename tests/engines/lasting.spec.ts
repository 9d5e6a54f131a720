import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { approves } from './support/office.ts'
import { Customer } from './support/customer.ts'
import { Screen } from './support/screen.ts'
import { test } from './support/story.ts'

test('A week later the browser is opened again, with the server gone: the ticket opens', async ({ lends, shop }) => {
  const profile = mkdtempSync(join(tmpdir(), 'mehfil-week-'))
  const before = await lends({ profile })
  const customer = new Customer(before, new Screen(await before.newTab(), shop.url), shop.url)
  await customer.registers()
  const choice = await customer.choosesSeats('Lakeer Theory', 1)
  await approves(shop, await customer.pays())
  await customer.seesTicketsArrive()
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
