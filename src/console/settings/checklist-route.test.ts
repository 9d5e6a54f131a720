import { expect, it } from 'vitest'
import { checklistNames, type ChecklistFacts } from '#shop/settings/checklist.api.ts'
import { checklistWords } from './checklist-route.tsx'

const facts: ChecklistFacts = {
  upiKind: '',
  missing: [],
  ownTermsFrom: null,
  statement: false,
  sources: [],
  faults: [],
  bankSeen: { bank: null, mailbox: false, read: 0, unread: 0, gateways: [], statement: false },
  concert: null,
  dear: [],
  admins: 0,
  gate: 0,
  tests: false,
  credits: false,
  turnover: 1_600_000_00,
  limit: 2_000_000_00,
}
const concert = { singerName: 'Asha Rao', city: 'Pune', date: '2026-12-05T13:30:00Z' }

it.each(checklistNames)('the checklist says what to do for %s', (name) => {
  expect(checklistWords[name].toDo(facts)).toMatch(/\.$/)
  expect(checklistWords[name].title).not.toBe('')
})
it('the checklist names the contacts that are missing', () =>
  expect(checklistWords.contacts.toDo({ ...facts, missing: ['phone', 'grievance_contact'] })).toBe(
    'Missing in Settings: a phone or WhatsApp number, the officer’s e-mail or phone.',
  ))
it('the checklist names the categories of a dear order', () =>
  expect(
    checklistWords.order_limit.toDo({
      ...facts,
      concert,
      dear: [{ singerName: 'Asha Rao', city: 'Pune', categoryName: 'Gold', total: 1_00_000_09 }],
    }),
  ).toContain('Gold of Asha Rao, Pune, up to ₹1,00,000.09'))
it('the checklist says what came of a personal and of a merchant’s UPI id', () => {
  expect(checklistWords.upi_kind.done({ ...facts, upiKind: 'personal' })).toContain('customers copy it')
  expect(checklistWords.upi_kind.done({ ...facts, upiKind: 'merchant' })).toContain('links and QR codes work')
})
it('the checklist says who may scan', () => {
  expect(checklistWords.gate.done({ ...facts, admins: 1, gate: 2 })).toBe(
    '2 of the gate staff and 1 admin may scan at the next concert.',
  )
  expect(checklistWords.gate.toDo({ ...facts, concert })).toContain('Invite staff')
})
it('the checklist says what is wrong with a source of proofs, and which work', () => {
  expect(checklistWords.proofs.toDo({ ...facts, faults: ['mail'] })).toContain('wrong with mail')
  expect(checklistWords.proofs.done({ ...facts, statement: true, sources: ['razorpay'] })).toBe(
    'A bank statement was imported. Credits come in by razorpay.',
  )
})
it('the checklist says that a bank was never seen, and how it was', () => {
  const { toDo, done } = checklistWords.bank_seen
  const seen = (bankSeen: Partial<ChecklistFacts['bankSeen']>) => ({
    ...facts,
    bankSeen: { ...facts.bankSeen, ...bankSeen },
  })
  expect(toDo(facts)).toContain('has never seen your bank, so no payment is approved by itself')
  expect(toDo(seen({ bank: 'hdfc', mailbox: true }))).toContain('none of HDFC Bank was read so far')
  expect(toDo(seen({ bank: 'sbi', mailbox: true, unread: 3 }))).toContain(
    '3 mails of State Bank of India came, and no wording',
  )
  expect(done(seen({ bank: 'axis', read: 1 }))).toBe('1 mail of Axis Bank was read.')
  expect(done(seen({ gateways: ['razorpay'] }))).toBe('Money was seen by razorpay.')
  expect(done(seen({ statement: true }))).toContain('a payment waits until you import')
})
it('the checklist says which payment came first, from which day the terms hold, and which concert is next', () => {
  expect(checklistWords.first_payment.done({ ...facts, tests: true })).toBe('A test purchase was made.')
  expect(checklistWords.terms.done({ ...facts, ownTermsFrom: '2026-12-01' })).toMatch(/1 Dec/)
  expect(checklistWords.concert.done({ ...facts, concert })).toMatch(/^Asha Rao, Pune, .*5 Dec/)
})
