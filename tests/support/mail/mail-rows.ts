import type { MailedTicket } from '../../../server/mail/pdf/ticket-pdf.ts'

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

const taxed = { taxable: 1500, cgst: 135, sgst: 135, igst: 0, local_tax: 0, total: 1770 }
const place = { place: 'Maharashtra', rate: 18 }

/** A tax invoice for two seats and their fee, as the database has it. */
export const mailedPaper = (more: Record<string, unknown> = {}) => ({
  ...{ number: 'MF/2627/000012', kind: 'tax_invoice', gstin: '27AAPFU0939F1ZV', day: '2026-11-30' },
  seller: { name: 'Saptak Events', address: '12 Hill Road\nMumbai 400050', state: 'Maharashtra' },
  buyer: { name: 'Farah Shaikh', company: 'Shaikh Traders', gstin: '29AAGCB7383J1Z4' },
  place_of_supply: 'Maharashtra',
  lines: [
    {
      ...{ what: 'tickets', event: 'Meher Qazi - Mumbai', category: 'Gold', date: '2026-12-05T14:00:00+00:00' },
      ...{ venue: 'Saptak Hall', seats: ['F5', 'F6'], quantity: 2, sac: '999622', ...place, ...taxed },
    },
    {
      ...{ what: 'fee', event: null, category: null, date: null, venue: null, seats: null, quantity: 2, sac: '998554' },
      ...{ ...place, taxable: 60, cgst: 5.4, sgst: 5.4, igst: 0, local_tax: 0, total: 70.8 },
    },
  ],
  totals: { taxable: 1560, cgst: 140.4, sgst: 140.4, igst: 0, local_tax: 0, total: 1840.8 },
  ...more,
})

/** What the mail about a decision says. */
export const decisionContent = {
  ...{ name: 'Farah', order_code: 'MF7K2QX4MD', transaction_id: '632411870952', amount: 620 },
  ...{ note: null, is_test: false, lines: null },
}
