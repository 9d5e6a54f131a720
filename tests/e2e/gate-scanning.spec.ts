import { encodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { UNSEEN_MS } from '../../src/gate/decoder/frame-presence.ts'
import { startShop } from '../support/server/shop.ts'
import { test } from '../support/stories/gate.ts'
import { expect } from '../support/stories/story.ts'
import { atTheGate, soldNow } from '../support/sales/sold-tickets.ts'
import { Volunteer } from '../support/people/volunteer.ts'

test.use({ hasCamera: true })

test('A prepared phone, killed, with an expired session and no server, scans', async ({ shop, volunteer }) => {
  const { event, one } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await volunteer.tokenExpires()
  await shop.stop()
  await volunteer.phoneDies()
  await volunteer.startsPhone()
  await volunteer.page.goto('/admin/scan')
  await volunteer.seesTheScanner()

  await volunteer.holds(one.qr, 'ENTER', one.seats[0])
  await expect(volunteer.verdict()).toHaveCount(0)
  const scans = await volunteer.storedScans()
  expect(scans.map((scan) => [scan.ticketId, scan.verdict, scan.state])).toEqual([[one.id, 'ENTER', 'waiting']])
})

test('A ticket enters for as long as it is held; held up again, or read by a USB scanner, it is already in', async ({
  shop,
  volunteer,
}) => {
  const { event, one } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()

  await volunteer.camera.shows(one.qr)
  // It is read repeatedly, and its answer comes up again each time.
  await expect.poll(() => volunteer.turns(), { timeout: 60_000 }).toBeGreaterThanOrEqual(3)
  expect(new Set(await volunteer.answers())).toEqual(new Set(['ENTER']))
  expect((await volunteer.storedScans()).length).toBe(1)
  await volunteer.camera.shows(null)
  await expect(volunteer.verdict()).toHaveCount(0)
  await volunteer.page.waitForTimeout(UNSEEN_MS + 1_000)
  await volunteer.camera.shows(one.qr)
  const again = volunteer.verdict('ALREADY IN')
  await expect(again).toBeVisible({ timeout: 30_000 })
  await expect(again).toContainText(/Let in just now, \d+ s ago, through Gate B\./)
  await volunteer.camera.shows(null)
  await volunteer.page.waitForTimeout(2_000)
  await expect(again).toBeVisible()
  await volunteer.next()
  const typed = await volunteer.scans(one.qr, 'ALREADY IN')
  await expect(typed).toContainText(/through Gate B\./)
  await volunteer.next()
  await expect(volunteer.page.getByText('1 / 7 in').first()).toBeVisible()
})

test('Offline every ticket gets its answer and its reason', async ({ shop, volunteer }) => {
  const { event, one, pair, group, revoked, elsewhere } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await volunteer.page.context().setOffline(true)

  await volunteer.scans(one.qr, 'ENTER', '1 person.')
  const forged = encodePassCode({ ...pair.parts, signature: 'f'.repeat(128) })
  await volunteer.scans(forged, 'NOT VALID', 'signature is wrong')
  const altered = encodePassCode({ ...pair.parts, seat: 'A1' })
  await volunteer.scans(altered, 'NOT VALID', 'signature is wrong')
  await volunteer.scans(revoked.qr, 'NOT VALID', 'taken back')
  await volunteer.scans(elsewhere.qr, 'CHECK', 'another event')
  await volunteer.scans('upi://pay?pa=somebody@bank', 'NOT VALID', 'not one of our tickets')

  await volunteer.page.locator('[data-next]').click()
  await volunteer.finds('rafiq', 'NOT VALID', { saying: 'payment was rejected' })

  await volunteer.page.locator('[data-next]').click()
  const choice = await volunteer.finds(group.seats[0]!, 'ENTER')
  await expect(choice.getByRole('checkbox', { checked: true })).toHaveCount(4)
  await choice.getByRole('checkbox', { name: group.seats[3]! }).click()
  await choice.getByRole('button', { name: 'Let in 3' }).click()
  await volunteer.sees('ENTER', '3 people.')
  await expect(volunteer.verdict()).toHaveCount(0)
  const rest = await volunteer.finds(group.seats[0]!, 'CHECK')
  await expect(rest).toContainText(group.seats[3]!)
  await rest.getByRole('button', { name: 'Let in 1' }).click()
  await expect(volunteer.verdict()).toHaveCount(0)
  await expect(volunteer.page.getByText('5 / 7 in').first()).toBeVisible()
})

test('Four friends come one by one with a code each; a screenshot of one is in already, and so is the whole ticket', async ({
  shop,
  volunteer,
}) => {
  const { event, group } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await volunteer.page.context().setOffline(true)
  for (const [n, qr] of group.qrs.entries()) {
    await volunteer.scans(qr, 'ENTER', '1 person.')
    await expect(volunteer.page.getByText(`${n + 1} / 7 in`).first()).toBeVisible()
    await volunteer.next()
    await volunteer.scans(qr, 'ALREADY IN', group.seats[n])
    await volunteer.next()
  }
  await volunteer.finds(group.seats[0]!, 'ALREADY IN')
})

test('An admission is undone with a reason, and the ticket enters again', async ({ shop, volunteer }) => {
  const { event, one } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await volunteer.scans(one.qr, 'ENTER')
  await volunteer.page
    .getByRole('button', { name: /^Undo \(/ })
    .first()
    .click()
  const dialog = volunteer.page.getByRole('dialog', { name: /^Undo / })
  await dialog.getByRole('button', { name: 'Undo this scan' }).click()
  await expect(dialog).toContainText('Choose a reason or write one.')
  await dialog.getByRole('button', { name: 'Wrong person' }).click()
  await dialog.getByRole('button', { name: 'Undo this scan' }).click()
  await expect(volunteer.page.getByText('0 / 7 in').first()).toBeVisible()
  await volunteer.scans(one.qr, 'ENTER')
  await expect(volunteer.page.getByText('1 / 7 in').first()).toBeVisible()
  expect((await volunteer.storedScans()).map((scan) => scan.verdict).sort()).toEqual(['ENTER', 'ENTER', 'UNDO'])
})

test('Practice admits no one', async ({ shop, volunteer }) => {
  const { event, one } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.page.getByRole('button', { name: 'Practice' }).click()
  await volunteer.seesTheScanner()
  await volunteer.scans(one.qr, 'ENTER')
  await volunteer.next()
  expect(await volunteer.storedScans()).toEqual([])
})

test('A ticket sold after the last sync enters with a mark; later the list has it and there is no problem', async () => {
  const shop = await startShop({ template: 'demo' })
  const volunteer = await Volunteer.comes(shop, 'Gate B')
  const { event } = await atTheGate(shop)
  await volunteer.signsIn()
  await volunteer.prepares(event.name)
  await volunteer.opensTheGate()
  await volunteer.page.context().setOffline(true)
  const late = await soldNow(shop, event.id)
  await volunteer.listAges(5)
  await volunteer.scans(late.qr, 'ENTER', 'Sold after the last sync.')
  await expect(volunteer.verdict()).toHaveCount(0)
  await volunteer.page.context().setOffline(false)
  await expect(volunteer.page.getByRole('button', { name: /1 of 8 in\. 0 to sync/ }).first()).toBeVisible({
    timeout: 90_000,
  })
  await volunteer.page.getByRole('button', { name: 'Search name' }).click()
  const search = volunteer.page.getByRole('dialog', { name: 'Search name or seat' })
  await search.getByLabel('Name or seat').fill(late.seats[0]!)
  await expect(search.getByRole('button', { name: new RegExp(`Latika B\\..* ${late.seats[0]} .*In$`) })).toBeVisible()
  await search.getByRole('button', { name: 'Close' }).click()
  await volunteer.looksAtTheGate((dialog) => expect(dialog.getByText('No seat was let in twice')).toBeVisible())
  await volunteer.leaves()
  await shop.dispose()
})
