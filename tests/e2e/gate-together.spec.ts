import type { Shop } from '../support/server/shop.ts'
import { demoPerson } from '../support/server/visitor.ts'
import { Staff } from '../support/people/staff.ts'
import { opensTab } from '../support/stories/concert-page.ts'
import { test } from '../support/stories/gate.ts'
import { expect } from '../support/stories/story.ts'
import { atTheGate } from '../support/sales/sold-tickets.ts'
import { Volunteer } from '../support/people/volunteer.ts'

/** One round of the gate's sync, and the longest backoff before it. */
const SYNC_MS = 90_000

async function prepared(shop: Shop, gate: string, eventName: string): Promise<Volunteer> {
  const volunteer = await Volunteer.comes(shop, gate)
  await volunteer.signsIn()
  await volunteer.prepares(eventName)
  await volunteer.opensTheGate()
  return volunteer
}

async function letsIn(volunteer: Volunteer, seat: string, leaveOut: readonly string[], n: number): Promise<void> {
  const answer = await volunteer.finds(seat, 'ENTER')
  for (const seat of leaveOut) await answer.getByRole('checkbox', { name: seat }).click()
  await answer.getByRole('button', { name: `Let in ${n}` }).click()
  await expect(volunteer.verdict()).toHaveCount(0)
}

const inSync = (volunteer: Volunteer) =>
  expect(volunteer.page.getByRole('button', { name: / 0 to sync/ }).first()).toBeVisible({ timeout: SYNC_MS })

test('Two gates offline: halves of a group are no conflict; the same seat is one, on both phones and in the console', async ({
  shop,
  browser,
}) => {
  const { event, one, pair, group } = await atTheGate(shop)
  const a = await prepared(shop, 'Gate A', event.name)
  const b = await prepared(shop, 'Gate B', event.name)
  await shop.stop()
  const [first, second, third, fourth] = group.seats as [string, string, string, string]
  await letsIn(a, first, [third, fourth], 2)
  await letsIn(b, third, [first, second], 2)
  await expect(a.page.getByRole('button', { name: /Offline\. Open the gate/ }).first()).toBeVisible({
    timeout: SYNC_MS,
  })
  await shop.restart()
  await inSync(a)
  await inSync(b)
  await expect(a.page.getByText(/^4 \/ \d+ in/).first()).toBeVisible({ timeout: SYNC_MS })
  await expect(b.page.getByText(/^4 \/ \d+ in/).first()).toBeVisible({ timeout: SYNC_MS })
  expect(await a.page.getByText('was let in twice').count()).toBe(0)

  await shop.stop()
  // Slow tablets, whose scanners type while the page is busy.
  for (const volunteer of [a, b]) volunteer.isBusy = true
  await a.scans(one.qr, 'ENTER')
  await b.scans(one.qr, 'ENTER')
  await shop.restart()
  const warning = `Seat ${one.seats[0]} was let in twice`
  for (const volunteer of [a, b]) {
    await expect(volunteer.page.getByRole('alert').filter({ hasText: warning })).toBeVisible({ timeout: SYNC_MS })
    await volunteer.looksAtTheGate(async (dialog) => {
      await expect(dialog.getByText(warning)).toBeVisible()
      await expect(dialog.getByText(/First .*Gate [AB]\. Again .*Gate [AB]\./)).toBeVisible()
    })
  }
  const page = await browser.newPage({ baseURL: shop.url })
  await new Staff(page).signsIn()
  await page.goto(`/admin/events/${event.id}/gate`)
  await expect(page.getByRole('row').filter({ hasText: warning })).toContainText('Gate A')
  await expect(page.getByRole('row').filter({ hasText: warning })).toContainText('Gate B')
  await expect(page.getByRole('table', { name: 'Devices' }).getByRole('row')).toHaveCount(3)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^check-ins-.*\.csv$/)

  // Withdraws the keys as for a lost device: codes signed before become invalid.
  await opensTab(page, 'Settings')
  await page.getByText('Advanced', { exact: true }).click()
  await page.getByRole('button', { name: 'Make all codes anew…' }).click()
  await page.getByRole('button', { name: 'Make them anew' }).click()
  await expect(page.getByText(/^Key \d+ signs now; \d+ tickets were signed again$/)).toBeVisible()
  await page.close()
  await a.looksAtTheGate(async (dialog) => {
    await dialog.getByRole('button', { name: 'Refresh the list' }).click()
    await expect(a.page.getByText('List is up to date')).toBeVisible()
  })
  await a.scans(pair.qr, 'NOT VALID', 'This code was replaced.')
  await a.leaves()
  await b.leaves()
})

test('Five hundred scans offline, the phone killed in the middle: no shown scan is missing or doubled', async ({
  shop,
}) => {
  const { event } = await atTheGate(shop)
  const volunteer = await prepared(shop, 'Gate B', event.name)
  await shop.stop()
  // Each half is more than leaves in one call.
  const shown = Array.from({ length: 500 }, (_, n) => `#ticket of nobody ${String(n).padStart(4, '0')}`)
  await volunteer.scansInTurn(shown.slice(0, 250))
  await volunteer.phoneDies()
  await volunteer.startsPhone()
  await volunteer.page.goto('/admin/scan')
  await volunteer.seesTheScanner()
  await volunteer.scansInTurn(shown.slice(250))
  const stored = (await volunteer.storedScans()).map((scan) => scan.ticketId)
  expect(stored.sort()).toEqual(shown)

  await shop.restart()
  await inSync(volunteer)
  const { client } = await demoPerson(shop, 'admin')
  const { data } = await client.from('ticket_scans').select('ticket_id').throwOnError()
  const kept = data.map((row) => row.ticket_id as string)
  expect(kept.sort()).toEqual(shown)
  await volunteer.leaves()
})

test('Signing out with unsent scans asks first, then deletes list and key', async ({ shop }) => {
  const { event, one } = await atTheGate(shop)
  const volunteer = await prepared(shop, 'Gate B', event.name)
  await shop.stop()
  await volunteer.scans(one.qr, 'ENTER')
  await volunteer.next()
  await volunteer.page.getByRole('button', { name: /Open the gate's page/ }).click()
  await volunteer.page.getByRole('button', { name: 'Sign out' }).click()
  const question = volunteer.page.getByRole('dialog', { name: '1 scan has not been sent' })
  await question.getByRole('button', { name: 'Sign out and keep them here' }).click()
  await volunteer.page.waitForURL('**/admin/login')
  const left = await volunteer.page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const open = indexedDB.open('mehfil')
        open.addEventListener('success', () => {
          const nouns = ['gateLists', 'gateTickets', 'gateScans']
          const counts: number[] = []
          const transaction = open.result.transaction(nouns)
          nouns.forEach((noun, index) => {
            const asked = transaction.objectStore(noun).count()
            asked.addEventListener('success', () => (counts[index] = asked.result))
          })
          transaction.addEventListener('complete', () => resolve(counts))
        })
      }),
  )
  expect(left).toEqual([0, 0, 1])
  await volunteer.leaves()
})
