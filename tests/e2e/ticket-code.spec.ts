import { decodeTicketCode, formatTypedCode, verifyTicketCode } from '../../src/shop/tickets/ticket-code.ts'
import { inDatabase } from '../support/database.ts'
import { readQr } from '../support/qr.ts'
import { expect, test } from './support/story.ts'
import { opensTicket } from './support/tickets.ts'

test('The QR code on the phone is this ticket’s, and the event’s key has signed it', async ({
  customer,
  staff,
  shop,
}) => {
  await customer.page.setViewportSize({ width: 360, height: 740 })
  await customer.page.emulateMedia({ colorScheme: 'dark' })
  const choice = await customer.choosesSeats('Lakeer Theory', 3, 'House')
  await staff.approves(await customer.pays())
  await customer.seesTicketsArrive()
  await customer.page.goto('/my-tickets')
  const link = customer.ticket(choice).getByRole('link', { name: /^Show ticket/ })
  const qr = await opensTicket(customer.page, link)
  const printed = (await customer.page.getByRole('paragraph').filter({ hasText: 'Ticket code' }).innerText()).trim()
  const code = decodeTicketCode(await readQr(await qr.screenshot()))

  const id = new URL(customer.page.url()).pathname.split('/').at(-1)
  const { ticket, key } = await inDatabase(shop, async (sql) => {
    const [found] = await sql.query<Record<'id' | 'user_id' | 'event_id' | 'code', string>>(
      'select id, user_id, event_id, code from public.user_tickets where id = $1',
      [id],
    )
    const [signing] = await sql.query<{ key: string }>(
      "select encode(key, 'hex') as key from private.event_keys where event_id = $1 and key_number = $2",
      [found?.event_id, code?.keyNumber],
    )
    return { ticket: found, key: Uint8Array.from(Buffer.from(signing?.key ?? '', 'hex')) }
  })
  expect(code).toMatchObject({
    ticketId: ticket?.id,
    userId: ticket?.user_id,
    eventId: ticket?.event_id,
    seats: choice.seats,
  })
  expect(printed).toContain(formatTypedCode(ticket?.code ?? '-'))
  expect(await verifyTicketCode(code!, key)).toBe(true)
  expect(await verifyTicketCode({ ...code!, seats: [choice.seats[0]!] }, key)).toBe(false)
})
