import { test } from '../support/stories/gate.ts'
import { expect } from '../support/stories/story.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'

/** Runs in the page before its own code: shifts its clock by `ms`. */
function wrongClock(ms: number): void {
  const Right = Date
  globalThis.Date = class extends Right {
    constructor(...parts: ConstructorParameters<typeof Date> | []) {
      if (parts.length === 0) super(Right.now() + ms)
      else super(...parts)
    }
    static override now(): number {
      return Right.now() + ms
    }
  } as DateConstructor
}

for (const days of [-3, 3])
  test(`A phone whose clock is ${days} days wrong says so, is prepared, and scans; with no network it keeps its list`, async ({
    shop,
    volunteer,
  }) => {
    const { page } = volunteer
    await page.addInitScript(wrongClock, days * 86_400_000)
    const { event, one, pair } = await atTheGate(shop)
    await volunteer.signsIn()
    await expect(page.getByText(`This device’s clock is 3 days ${days < 0 ? 'behind' : 'ahead'}.`)).toBeVisible()
    await volunteer.prepares(event.name)
    await volunteer.opensTheGate()
    await volunteer.scans(one.qr, 'ENTER')
    await expect(page.getByRole('button', { name: /list up to date/ }).first()).toBeVisible()

    await shop.stop()
    await page.reload()
    await volunteer.seesTheScanner()
    await volunteer.scans(one.qr, 'ALREADY IN')
    await volunteer.scans(pair.qr, 'ENTER')
  })
