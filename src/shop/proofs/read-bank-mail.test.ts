import { describe, expect, test } from 'vitest'
import { bankMailExamples as mails } from '../../../tests/support/mail/bank-mail-examples.ts'
import { bankMailTemplates, demoBankTemplate } from './bank-mail-templates.ts'
import { readBankMail } from './read-bank-mail.ts'

const ACCOUNT = '7722'
const sent = new Date('2026-11-25T10:15:00Z')

const read = (text: string, subject = 'Account update', at = sent) =>
  readBankMail({ subject, text, sent: at }, [...bankMailTemplates, demoBankTemplate], ACCOUNT)

describe('every template', () => {
  test('has a mail here, a source, and is unconfirmed', () => {
    expect(Object.keys(mails).sort()).toEqual([...bankMailTemplates.map(({ id }) => id), 'demo'].sort())
    expect(new Set(bankMailTemplates.map(({ bank }) => bank)).size).toBeGreaterThanOrEqual(8)
    for (const template of bankMailTemplates) {
      expect(template).toMatchObject({ confirmed: false, source: expect.stringMatching(/.{20}/) })
      expect(template.domains.length).toBeGreaterThan(0)
    }
  })

  test.each(Object.entries(mails))('%s reads its mail', (id, { text, subject, says }) => {
    expect(read(text, subject)).toEqual({ credit: expect.objectContaining({ template: id, ...says }) })
    // A mail program may fold and indent lines.
    expect(read(text.replaceAll('\n', '\r\n   '), subject)).toEqual(read(text, subject))
  })

  test.each(Object.entries(mails))('%s reads no mail that ends early', (_, { text, subject }) => {
    const credit = read(text, subject)
    const sentence = [...bankMailTemplates, demoBankTemplate]
      .map((one) => [...text.replaceAll('\u200c', '').matchAll(one.sentence)][0]?.[0])
      .find((one) => one !== undefined)
    if (sentence === undefined) throw new Error('The mail has no sentence of its bank.')
    const length = text.replaceAll('\u200c', '').indexOf(sentence) + sentence.length
    for (let cut = 0; cut < length; cut += 1) {
      const early = read(text.replaceAll('\u200c', '').slice(0, cut), subject)
      // The payer's note is the last word of some mails: a shorter note is still that credit.
      if ('credit' in early) {
        expect({ ...early.credit, note: null, utr: null }).toEqual(
          'credit' in credit ? { ...credit.credit, note: null, utr: null } : null,
        )
        if (early.credit.utr !== null) expect('credit' in credit && credit.credit.utr).toBe(early.credit.utr)
      }
    }
  })
})

const hdfc = mails['hdfc-upi']!.text
const changed = (from: string | RegExp, to: string): string => {
  const text = hdfc.replace(from, to)
  if (text === hdfc) throw new Error(`Nothing of the mail is ${String(from)}.`)
  return text
}

/** Codes of orders are eight random signs, some of which look like money. */
test.each(['RS768S42', 'rs7k2qx4', 'RS5TR0W4 Tickets', 'RS7JAHXX', 'MF88AEDPD2', '7GBP2K4M', 'AED12K4M'])(
  'a note that is an order’s code is no money: %s',
  (note) => expect(read(mails.demo!.text.replace('7K2QX4MD Tickets', note))).toMatchObject({ credit: { note } }),
)

describe('standing words of a bank are not about this credit:', () => {
  const is = expect.objectContaining({ template: 'hdfc-upi', amountPaise: 180_000, utr: '412345678901' }) as unknown
  test.each([
    ['a balance in the next line', `${hdfc}\nAvailable Balance\nINR 54,321.09`],
    ['a balance as of a day', `${hdfc} The available balance in your account as on 25-11-2026 is INR 54,321.09.`],
    ['the offer of a loan', `${hdfc}\nPersonal loans up to Rs. 40,00,000 in ten seconds.`],
    ['an offer in a footer', `${hdfc}\na\nb\nc\nd\ne\nGet a gift card: Rs. 500 off, or USD 10.`],
    ['a warning', `${hdfc}\nIf you have not requested this transaction, call your branch.`],
    ['a warning within a line', `${hdfc} Please call us if this was not requested by you or has failed.`],
    ['a question', `${hdfc}\nKYC pending? Visit your branch.`],
    ['what to bring', `${hdfc}\nBring a cancelled cheque to your branch.`],
    ['a footer far below', `${hdfc}\na\nb\nc\nd\ne\nRequests that are pending or failed are listed online.`],
    ['Hindi with its own digits', `${hdfc}\nशिकायत के लिए १८०० २०२ ६१६१ पर कॉल करें।`],
    ['a payer called Lien Tran', changed('ASHA KULKARNI', 'LIEN TRAN')],
    ['a payer called Fails', changed('ASHA KULKARNI', 'ASHA FAILS')],
    ['a payer with letters of a currency', changed('ASHA KULKARNI', 'HOTEL CAD 5')],
    ['a payer with an @', changed('ASHA KULKARNI', 'CAFE @ 7')],
    ['another mask of the account', changed('**7722', '••7722')],
  ])('%s', (_, text) => expect(read(text)).toEqual({ credit: is }))

  test('what a payer writes', () => {
    const demo = mails.demo!.text.replace('7K2QX4MD Tickets', 'pending from Oct, reversed')
    expect(read(demo)).toMatchObject({ credit: { note: 'pending from Oct, reversed' } })
  })

  test.each([
    ['failed', `${hdfc}\nIf you need help, call us. The transaction failed.`],
    ['reversed', changed('Dear Customer,', 'Dear Customer, this credit was reversed.')],
    ['not-yet', `${hdfc} It is pending.`],
    ['two-amounts', `${hdfc}\nAvailable Balance INR 5.00, cashback INR 9.00`],
    ['two-amounts', `${hdfc}\nAvailable balance below.\nCashback INR 9.00`],
    ['look-alike', `${hdfc}\nRs.१८००`],
  ])('but %s counts near the sentence', (refused, text) => expect(read(text)).toEqual({ refused }))
})

describe('refused are', () => {
  test.each([
    ['failed', 'failed', changed('is successfully', 'has failed to be')],
    ['failed', 'not credited', `${hdfc}\nThe amount was not credited.`],
    ['failed', 'declined', `${hdfc} Declined.`],
    ['reversed', 'reversed', `${hdfc} It was reversed.`],
    ['reversed', 'for reversal', changed('by VPA', 'for reversal of by VPA')],
    ['not-yet', 'will be credited', changed('is successfully credited', 'will be credited')],
    ['not-yet', 'pending', `${hdfc} Status: pending`],
    ['requested', 'requested', changed('is successfully credited to', 'has been requested from')],
    ['debited', 'debited', changed('is successfully credited to', 'has been debited from')],
    ['currency', 'dollars', changed('Rs.1800.00', 'USD 1800.00')],
    ['currency', 'dollars beside rupees', `${hdfc} (US$ 21.60)`],
    ['currency', 'euros', `${hdfc} €20`],
    ['amount', 'zero', changed('1800.00', '0.00')],
    ['amount', 'three decimals', changed('1800.00', '1800.005')],
    ['amount', 'odd groups', changed('1800.00', '18,00.00')],
    ['amount', 'two points', changed('1800.00', '1.800.00')],
    ['amount', 'more than a payment carries', changed('1800.00', '18000000.00')],
    ['unknown', 'a negative amount', changed('Rs.1800.00', 'Rs.-1800.00')],
    ['unknown', 'a minus before', changed('Rs.1800.00', '-Rs.1800.00')],
    ['two-amounts', 'two amounts', `${hdfc} Rs.18000.00`],
    ['two-amounts', 'an amount in the name', changed('ASHA KULKARNI', 'ASHA Rs.9999.00')],
    ['date', 'no day', changed('25-11-26', '35-11-26')],
    ['date', 'a coming day', changed('25-11-26', '26-11-26')],
    ['date', 'an old day', changed('25-11-26', '23-11-26')],
    ['date', 'last year', changed('25-11-26', '25-11-25')],
    ['look-alike', 'a Cyrillic letter', changed('account', 'ассount')],
    ['look-alike', 'a Greek letter', changed('Rs.', 'Rѕ.')],
    ['look-alike', 'digits of another script', changed('1800.00', '१८००.००')],
    ['look-alike', 'wide digits', changed('412345678901', '４12345678901')],
    ['look-alike', 'a sign that turns the text', changed('1800', '\u202e0081')],
    ['truncated', 'an ellipsis at its end', 'Rs.1800.00 is successfully credited to your account **7722 by…'],
    ['truncated', 'a clipped message', `${hdfc}\n[Message clipped]`],
    ['unknown', 'the end missing', hdfc.slice(0, 120)],
    ['unknown', 'a reference that goes on in letters', changed('412345678901', '412345678901A')],
    ['unknown', 'something else', 'Your statement for November is ready.'],
    [
      'repeated',
      'a sentence in the payer’s name',
      changed('ASHA KULKARNI', 'A on 25-11-26. Your UPI transaction reference number is 999999999999. B'),
    ],
    ['repeated', 'the mail twice', `${hdfc}\n${hdfc}`],
    ['account', 'another account', changed('**7722', '**7723')],
    ['account', 'an account hidden but for two digits', changed('**7722', '**000')],
  ] as const)('%s: %s', (reason, _, text) => {
    expect(read(text)).toEqual({ refused: reason })
  })

  test.each([
    ['RS9999', 'two-amounts'],
    ['Rs.9999.00', 'two-amounts'],
    ['RS999999', 'two-amounts'],
    ['RS9999CR', 'two-amounts'],
    ['RS 1X2Y3Z4', 'two-amounts'],
    ['12345GBP', 'currency'],
    ['GBP 5', 'currency'],
  ])('money is the note %s', (note, refused) =>
    expect(read(mails.demo!.text.replace('7K2QX4MD Tickets', note))).toEqual({ refused }),
  )

  test('words of the subject count', () => {
    expect(read(hdfc, 'UPI transaction failed')).toEqual({ refused: 'failed' })
    expect(read(hdfc, 'Rs.9.00 was credited')).toEqual({ refused: 'two-amounts' })
  })

  test('a time after the mail, and a day before yesterday', () => {
    const demo = mails.demo!.text
    expect(read(demo.replace('15:40', '16:40'))).toEqual({ refused: 'date' })
    expect(read(demo.replace('15:40', '25:40'))).toEqual({ refused: 'date' })
    // A mail after midnight about a credit before it.
    expect(read(hdfc, '', new Date('2026-11-25T18:40:00Z'))).toMatchObject({
      credit: { creditedAt: '2026-11-25T18:29:00.000Z' },
    })
  })

  test('text that is longer than any alert, in little time', () => {
    expect(read(`${hdfc}${' '.repeat(60_000)}`)).toEqual({ refused: 'unknown' })
    const began = Date.now()
    for (const part of ['Rs.1', '9', 'a@', 'A ', '\n', 'Your A/C ', 'your account xx7722 is credited by Rs. 5 on '])
      read(part.repeat(Math.floor(59_000 / part.length)))
    expect(Date.now() - began).toBeLessThan(5_000)
  })
})

test('a reference that is not twelve digits is no UTR', () => {
  for (const digits of ['4238593610416', '18335801167', '000000000000'])
    expect(read(changed('412345678901', digits))).toMatchObject({ credit: { utr: null } })
})
