import type { Page } from '@playwright/test'
import { decodePassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { isIssued } from '../../src/shop/tickets/passes/verify-pass.ts'
import { inDatabase } from '../support/database/database.ts'
import { readQr } from '../support/gate/qr.ts'
import { asSaid } from '../support/people/customer.ts'
import { buysSeats } from '../support/sales/purchases.ts'
import { ageSession, readyForOffline } from '../support/people/phone.ts'
import { expect, test } from '../support/stories/pocket.ts'
import { fitsItsWidth } from '../support/looks/sound.ts'
import { hall, publishConcert } from '../support/sales/concerts.ts'
import { opensTicket } from '../support/sales/tickets.ts'

const TWO_HOURS_MS = 2 * 3_600_000

test('With no network, no server and a session that expired hours ago everything opens; the QR is the right ticket’s', async ({
  phone,
  owner,
  shop,
}) => {
  const bought = await buysSeats(shop, owner, ['A1', 'A2'])
  const wanted = await owner.takesSeats(await publishConcert(shop, [hall]), 1)
  await owner.page.goto('/my-tickets')
  await readyForOffline(owner.page)
  await opensTicket(owner.page, owner.ticket(bought).getByRole('link', { name: /^Show ticket/ }))
  const ticketPath = new URL(owner.page.url()).pathname
  await ageSession(owner.page, 5)
  await phone.close()
  await shop.stop()

  let texts: string[] = []
  await test.step('the clock is right', async () => {
    owner.page = await phone.open()
    await everythingOpens(owner.page, wanted.singer, wanted.seats)
    texts.push(await qrOf(owner.page, ticketPath))
    await owner.page.goto('/my-tickets')
    await expect(owner.ticket(bought).getByRole('img', { name: /^QR code of ticket / })).toBeVisible()
    await owner.page.setViewportSize({ width: 360, height: 740 })
    await expect(owner.page.getByText('no connection').first()).toBeVisible()
    await fitsItsWidth(owner.page, 'My Tickets without a network')
    await phone.close()
  })
  await test.step('the clock is two hours ahead', async () => {
    owner.page = await phone.open()
    await owner.page.addInitScript(setClockAhead, TWO_HOURS_MS)
    await everythingOpens(owner.page, wanted.singer, wanted.seats)
    texts.push(await qrOf(owner.page, ticketPath))
    await phone.close()
  })

  const [code, later] = texts.map((text) => decodePassCode(text))
  expect(later).toEqual(code)
  await shop.restart()
  const { ticket, key } = await inDatabase(shop, async (sql) => {
    const [found] = await sql.query<Record<'id' | 'user_id' | 'event_id', string>>(
      'select id, user_id, event_id from public.user_tickets where id = $1',
      [ticketPath.split('/').at(-1)],
    )
    const [signing] = await sql.query<{ key: string }>(
      "select encode(public_key, 'hex') as key from private.event_keys where event_id = $1 and key_number = $2",
      [found?.event_id, code?.keyNumber],
    )
    return { ticket: found, key: signing?.key ?? '' }
  })
  expect(code).toMatchObject({
    ticketId: ticket?.id,
    userId: ticket?.user_id,
    eventId: ticket?.event_id,
    seat: bought.seats[0],
  })
  expect(await isIssued(code!, key)).toBe(true)
})

async function everythingOpens(page: Page, singer: string, seats: readonly string[]): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('button', { name: /^Book / }).first()).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: /^No connection\./ })).toContainText(
    /Concerts as of .+ ago|just now/,
  )

  await page.goto('/concerts')
  await page
    .getByRole('link', { name: new RegExp(singer) })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: singer })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: singer })).toBeVisible()
  await page
    .getByRole('button', { name: /^Choose Seats, / })
    .first()
    .click()
  const picker = page.getByRole('dialog', { name: 'Select Your Seats' })
  await expect(picker.getByRole('grid').getByRole('button').first()).toBeVisible()
  await expect(picker.getByRole('status').filter({ hasText: /ago|just now/ })).toBeVisible()

  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'This page could not be loaded' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()

  await page.goto('/cart')
  await expect(page.getByText(singer).first()).toBeVisible()
  await expect(page.getByText(asSaid(seats)).first()).toBeVisible()

  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: 'Pay by UPI' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Your seats are not held' })).toBeVisible()
  await expect(page.getByText('a payment that you submit now is sent later')).toBeVisible()
  await expect(page.getByText('You can submit a payment now; it is sent when you are back online.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Send the details/ })).toBeEnabled()
}

async function qrOf(page: Page, path: string): Promise<string> {
  await page.goto(path)
  const qr = page.getByRole('img', { name: /^QR code of ticket / })
  await expect(qr).toBeVisible()
  return readQr(await qr.screenshot())
}

/** Runs in the page before its own code: sets the clock ahead by `ahead` ms. */
function setClockAhead(ahead: number): void {
  const Real = Date
  class Ahead extends Real {
    constructor(...given: unknown[]) {
      super(...((given.length === 0 ? [Real.now() + ahead] : given) as [number]))
    }
    static override now(): number {
      return Real.now() + ahead
    }
  }
  globalThis.Date = Ahead as DateConstructor
}
