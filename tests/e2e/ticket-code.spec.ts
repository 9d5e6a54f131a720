import { decodePassCode, type PassCode } from '../../src/shop/tickets/passes/pass-code.ts'
import { isIssued } from '../../src/shop/tickets/passes/verify-pass.ts'
import { formatTypedCode } from '../../src/shop/tickets/ticket-code.ts'
import { inDatabase } from '../support/database/database.ts'
import { readQr } from '../support/gate/qr.ts'
import { publishConcert } from '../support/sales/concerts.ts'
import { buys } from '../support/sales/purchases.ts'
import { expect, test } from '../support/stories/story.ts'
import { opensTicket } from '../support/sales/tickets.ts'

test('Each QR code on the phone is one seat’s of this ticket, and the event’s key has signed it', async ({
  customer,
  shop,
}) => {
  await customer.page.setViewportSize({ width: 360, height: 740 })
  await customer.page.emulateMedia({ colorScheme: 'dark' })
  const seats = ['A1', 'A2', 'B1']
  const { categories } = await publishConcert(shop, [{ name: 'House', price: 600, total: 12 }])
  await buys(shop, customer, categories.House!, seats)
  await customer.page.goto('/my-tickets')
  const link = customer.page.getByRole('link', { name: /^Show ticket/ })
  const qr = await opensTicket(customer.page, link)
  const printed = (await customer.page.getByRole('paragraph').filter({ hasText: 'Ticket code' }).innerText()).trim()
  const codes: (PassCode | null)[] = []
  for (let n = 1; n <= seats.length; n += 1) {
    await expect(customer.page.getByText(`${n} of ${seats.length}`)).toBeVisible()
    codes.push(decodePassCode(await readQr(await qr.screenshot())))
    if (n < seats.length) await customer.page.getByRole('button', { name: 'Next code' }).click()
  }

  const id = new URL(customer.page.url()).pathname.split('/').at(-1)
  const { ticket, key } = await inDatabase(shop, async (sql) => {
    const [found] = await sql.query<Record<'id' | 'user_id' | 'event_id' | 'code', string>>(
      'select id, user_id, event_id, code from public.user_tickets where id = $1',
      [id],
    )
    const [signing] = await sql.query<{ key: string }>(
      "select encode(public_key, 'hex') as key from private.event_keys where event_id = $1 and key_number = $2",
      [found?.event_id, codes[0]?.keyNumber],
    )
    return { ticket: found, key: signing?.key ?? '' }
  })
  const of = { ticketId: ticket?.id, userId: ticket?.user_id, eventId: ticket?.event_id, device: null }
  expect(codes).toMatchObject(seats.map((seat, n) => ({ ...of, seat, number: n + 1 })))
  expect(printed).toContain(formatTypedCode(ticket?.code ?? '-'))
  for (const code of codes) {
    expect(await isIssued(code!, key)).toBe(true)
    expect(await isIssued({ ...code!, seat: 'Z9' }, key)).toBe(false)
  }
})
