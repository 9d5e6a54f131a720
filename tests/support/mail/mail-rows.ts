import type { MailedTicket } from '../../../server/mail/ticket-pdf.ts'

export const mailedPass = { number: 1, seat: 'F5', issue: 0, key_number: 3, signature: 'ab'.repeat(64) }

/** A ticket for two seats, as the mail of an approval attaches it. */
export const mailedTicket = (seats: [string, string], more: Partial<MailedTicket> = {}): MailedTicket => ({
  passes: seats.map((seat, before) => ({ ...mailedPass, number: before + 1, seat })),
  ...{ id: 'aaaaaaaa-0000-4000-8000-000000000001', user_id: 'aaaaaaaa-0000-4000-8000-000000000002' },
  ...{ event_id: 'aaaaaaaa-0000-4000-8000-000000000003', code: '7K2QX4MDE', is_test: false, seats, quantity: 2 },
  ...{ category: 'Gold', singer: 'Meher Qazi', city: 'Mumbai', venue: 'Saptak Hall' },
  ...{ date: '2026-12-05T14:00:00Z', status: 'scheduled', sections: null },
  ...more,
})

/** What the mail about a decision says. */
export const decisionContent = {
  ...{ name: 'Farah', order_code: 'MF7K2QX4MD', transaction_id: '632411870952', amount: 620 },
  ...{ note: null, is_test: false, lines: null },
}
