import { expect, test } from 'vitest'
import { seenWords } from './bank-setup-route.tsx'

const mailbox = (fault: string | null) => ({ sources: [{ name: 'mailbox', seenAt: null, fault, setAside: 0 }] })
const mails = (wording: string) => ({
  mails: [{ bank: 'hdfc', wording, mails: 1, lastAt: '2026-12-05T10:00:00.000Z' }],
})

test('nothing is promised before a mail of the bank was read', () => {
  const demo = { sources: [{ name: 'demo-bank', seenAt: null, fault: null, setAside: 0 }] }
  expect(seenWords({ mails: [] }, undefined).kind).toBe('off')
  expect(seenWords({ mails: [] }, demo).text).toBe('No mail of a bank is read, so no payment is approved by one.')
  expect(seenWords({ mails: [] }, mailbox(null))).toMatchObject({
    kind: 'warn',
    text: expect.stringContaining('none of the bank'),
  })
  expect(seenWords(mails('unknown'), mailbox(null)).kind).toBe('warn')
  expect(seenWords(mails('hdfc-upi'), mailbox(null)).kind).toBe('ok')
  expect(seenWords(mails('hdfc-upi'), mailbox('The mailbox has no such folder.'))).toEqual({
    kind: 'bad',
    text: 'The mailbox has no such folder.',
  })
})
