import { beforeAll, expect, test } from 'vitest'
import {
  axisLetter,
  BANK_ACCOUNT,
  hdfcLetter,
  testBank,
  writeLetter,
} from '../../../../tests/support/mail/bank-mail.ts'
import type { MailboxNews } from './read-mailbox.ts'
import { readMailbox } from './read-mailbox.ts'
import { approvalWords, mailboxWords } from './try-mailbox.tsx'

const bank = testBank()
const asMbox = (mail: Buffer | string): string =>
  `From x@y Mon Nov 30 08:00:00 2026\n${mail.toString('latin1').replace(/^(>*From )/gm, '>$1')}\n\n`
const other = (n: number) =>
  asMbox(`From: "alerts@hdfcbank.net" <friend${n}@example.in>\nSubject: Lunch\n\nRs.1800.00 is credited.\n`)

let file: Blob
beforeAll(async () => {
  const sent = new Date('2026-11-25T10:15:00Z')
  const hdfc = (utr: string, at = sent) => bank.sign(hdfcLetter({ utr, amount: '1,800.00' }, at))
  const axis = (utr: string, note: string) => bank.sign(axisLetter({ utr, amount: '900.00', note }, sent))
  const unsigned = writeLetter(hdfcLetter({ utr: '412345678909', amount: '10.00' }, sent))
  const offer = writeLetter({
    headers: hdfcLetter({ utr: '1', amount: '1' }).headers,
    body: 'A loan for you, up to Rs. 5,00,000',
  })
  const unknown = writeLetter({
    headers: hdfcLetter({ utr: '2', amount: '2' }, sent).headers,
    body: '<p>Dear Asha Kulkarni, we credited INR 555.00 to you, ref 987654321098.</p>',
  })
  const parts = [
    ...[1, 2, 3].map(other),
    asMbox(await hdfc('412345678901')),
    asMbox(await hdfc('412345678902', new Date('2026-11-26T10:15:00Z'))),
    asMbox(unsigned),
    asMbox(await axis('412345678903', 'RAVI IYER/UTIB/7K2QX4MD')),
    asMbox(await axis('412345678904', 'LUNCH')),
    asMbox(offer),
    asMbox(unknown),
    asMbox(`From: a@hdfcbank.net\n\n${'x'.repeat(2_000_000)}\n`),
    asMbox('no headers at all'),
  ]
  file = new Blob([parts.join('')])
})

test('a mailbox is summed up, and its samples name nobody', async () => {
  const news: MailboxNews[] = []
  const found = await readMailbox(file, BANK_ACCOUNT, (one) => news.push(one))
  expect(mailboxWords(found)).toBe(
    '12 mails, 3 credits of HDFC Bank, 2 credits of Axis Bank, 5 with amount and UTR, 1 with an order code, 1 that look like credits and cannot be read, 1 too long to be a bank’s.',
  )
  const [hdfc, axis, unknown] = ['hdfc-upi', 'axis-upi', null].map((wording) =>
    found.wordings.find((one) => one.wording === wording)!,
  )
  expect(hdfc).toMatchObject({ mails: 3, withUtr: 3, withCode: 0, unsigned: 1, otherAccount: 0 })
  expect(hdfc!.newest!.at).toBe('2026-11-26T10:15:00.000Z')
  expect(axis).toMatchObject({ mails: 2, withUtr: 2, withCode: 1, unsigned: 0 })
  expect(unknown).toMatchObject({ bank: 'hdfc', mails: 1 })
  expect(unknown!.newest!.sample).toContain('Dear Xxxx Xxxxxxxx, we credited INR 999.99 to you, ref 999999999999.')
  const samples = found.wordings.map(({ newest }) => newest!.sample).join('\n')
  expect(samples).toContain('hdfcbank.bank.in')
  expect(samples).not.toMatch(/asha|kulkarni|ravi|iyer|lunch|okaxis|4123456|7722|555|1,800|shop\.example/i)
  expect(news.at(-1)).toMatchObject({ done: 1 })
})

test('another account and an unconfirmed wording would approve nothing', async () => {
  const found = await readMailbox(file, '0001', () => undefined)
  const hdfc = found.wordings.find(({ wording }) => wording === 'hdfc-upi')!
  expect(hdfc.otherAccount).toBe(3)
  expect(approvalWords(hdfc, true)).toContain(
    'Up to 0 could have approved a payment (1 without the bank’s signature, 3 about another account)',
  )
  expect(approvalWords(hdfc, false)).toContain(
    'None would have approved a payment, since the wording is not ticked above',
  )
  expect(
    (await readMailbox(file, null, () => undefined)).wordings.every(({ otherAccount }) => otherAccount === 0),
  ).toBe(true)
})

test('what is no mailbox has no mails', async () => {
  expect(await readMailbox(new Blob(['a picture']), null, () => undefined)).toMatchObject({ mails: 0, wordings: [] })
})
