import { test } from '../support/stories/gate.ts'
import { expect } from '../support/stories/story.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'
import { Volunteer } from '../support/people/volunteer.ts'

test('A refused camera is explained and the gate works without; allowed, it comes and goes with the tab, changes, and has a torch', async ({
  shop,
}) => {
  const volunteer = await Volunteer.comes(shop, 'Gate B')
  const { page } = volunteer
  // The fake cameras have no light: this one reports a torch and records its settings.
  await page.addInitScript(() => {
    const told: boolean[] = []
    Object.assign(globalThis, { torchTold: told })
    const { getCapabilities, applyConstraints } = MediaStreamTrack.prototype
    MediaStreamTrack.prototype.getCapabilities = function () {
      return { ...getCapabilities.call(this), torch: true }
    }
    MediaStreamTrack.prototype.applyConstraints = async function (wanted) {
      const torch = (wanted?.advanced?.[0] as { torch?: boolean } | undefined)?.torch
      if (torch === undefined) await applyConstraints.call(this, wanted)
      else told.push(torch)
    }
  })
  const { event, one } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await page.getByRole('button', { name: 'Open the gate' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The camera is not allowed here.' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Scan with a USB scanner, or type' })).toBeVisible()

  await page.getByRole('button', { name: 'Type code' }).click()
  await page.getByLabel('Code under the QR, or the order code').fill(`${one.code.slice(0, 4)}-${one.code.slice(4)}`)
  await page.getByRole('button', { name: 'Check' }).click()
  await volunteer.sees('ENTER', one.seats[0])
  await expect(volunteer.verdict()).toHaveCount(0)

  await volunteer.allowsTheCamera()
  await page.getByRole('button', { name: 'Try again' }).click()
  await volunteer.seesTheScanner()

  await page.getByRole('button', { name: 'Torch on' }).click()
  await page.getByRole('button', { name: 'Torch off' }).click()
  await expect(page.getByRole('button', { name: 'Torch on' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { torchTold: boolean[] }).torchTold)).toEqual([
    true,
    false,
  ])

  const other = page.getByRole('button', { name: /^Switch camera, now / })
  const first = await other.getAttribute('aria-label')
  await other.click()
  await expect(other).not.toHaveAttribute('aria-label', first!)
  await volunteer.seesTheScanner()

  const turnTab = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turnTab('hidden')
  await expect(page.locator('[data-camera=off]')).toBeAttached()
  expect(await page.locator('video').count()).toBe(0)
  // Faster than any camera starts.
  await turnTab('visible')
  await turnTab('hidden')
  await turnTab('visible')
  await volunteer.seesTheScanner()
  await volunteer.leaves()
})
