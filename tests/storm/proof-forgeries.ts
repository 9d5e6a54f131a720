import { generateKeyPairSync } from 'node:crypto'
import { axisLetter, hdfcLetter, writeLetter, type Letter, type TestBank } from '../support/mail/bank-mail.ts'
import type { Random } from './random.ts'

/** An order that waits for its money: believed, a forgery would give it tickets. */
export interface Mark {
  code: string
  /** Rupees, two decimals. */
  amount: string
  /** What its customer claims to have paid with. */
  utr: string
}

interface Craft {
  bank: TestBank
  mark: Mark
  random: Random
  /** The mail that would be believed, were it the bank's. */
  letter: Letter
}

/** What a forger does; returns raw mails that are brought one after another. */
type Forgery = (craft: Craft) => Promise<Buffer>

const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
const ALL = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type']
const DAY_MS = 86_400_000

const withHeaders = ({ headers, body }: Letter, change: Record<string, string>): Letter => ({
  headers: { ...headers, ...change },
  body,
})

function withBody({ headers, body }: Letter, from: string | RegExp, to: string): Letter {
  const changed = body.replace(from, () => to)
  if (changed === body) throw new Error(`Nothing to change: ${String(from)}`)
  return { headers, body: changed }
}

const doctored = (raw: Buffer, from: string | RegExp, to: string): Buffer => {
  const text = raw.toString('latin1')
  const changed = text.replace(from, () => to)
  if (changed === text) throw new Error(`Nothing to change: ${String(from)}`)
  return Buffer.from(changed, 'latin1')
}

const added = (letter: Letter, words: string): Letter => ({ ...letter, body: `${letter.body}\r\n${words}` })

/** The bank's own mail about a rupee of the forger's, to be made into more. */
const ownMail = ({ bank, mark, random }: Craft, note = 'coffee'): Promise<Buffer> =>
  bank.sign(axisLetter({ utr: `5${mark.utr.slice(1, 11)}${random(10)}`, amount: '1.00', note }))

const LOOK_ALIKES = [
  ...['hdfcbank-alerts.example', 'axis.bank.in.evil.example', 'axis-bank.in', 'axіs.bank.in', 'xn--axs-kgd.bank.in'],
  ...['mail.axis.bank.in', 'axis.bank.ln', 'axisbank.co', 'hdfcbank.bank.in.', 'evil.example', 'hdfcbank.net.in'],
]
const SAID = [
  ...['The transaction failed.', 'This credit was reversed.', 'The amount will be credited tomorrow.'],
  ...['Your payment request is pending.', 'This payment was declined by the beneficiary bank.', 'It is on hold.'],
  ...['The amount was debited again.', 'A collect request was sent.', 'It has been returned to the remitter.'],
]
const MISSPELT: [RegExp, string][] = [
  [/Amount Credited/, 'Amount Credted'],
  [/Amount Credited/, 'Amout Credited'],
  [/Account Number/, 'Acount Number'],
  [/Transaction Info/, 'Transacton Info'],
  [/UPI\/P2A/, 'UP1/P2A'],
  [/IST/, 'PST'],
]
const FOREIGN = ['USD', 'US$', '$', 'EUR', '€', 'AED', 'NPR']
const SCRIPTS = ['०', '０', '٠', '০', '𝟎']
const ACCOUNTS = ['XX7723', 'XX22', 'XX0042', '7722XX', 'XX77220', 'XXXX']

export const FORGERIES: Record<string, Forgery> = {
  'a key of their own': ({ bank, letter }) => bank.sign(letter, { key: stranger }),
  'no signature': async ({ letter }) => Buffer.from(writeLetter(letter)),
  'a selector that is none': ({ bank, letter, random }) => bank.sign(letter, { selector: random.pick(['t2', 'x']) }),
  'another domain signs': ({ bank, letter, random }) =>
    bank.sign(letter, { domain: random.pick(LOOK_ALIKES), key: stranger }),
  'another bank signs': ({ bank, letter }) => bank.sign(letter, { domain: 'hdfcbank.bank.in' }),
  'a sender that looks alike': ({ bank, letter, random }) => {
    const domain = random.pick(LOOK_ALIKES)
    const signing = random.once(2) ? { domain, key: stranger } : { domain: 'axis.bank.in' }
    return bank.sign(withHeaders(letter, { From: `Axis Bank <alerts@${domain}>` }), signing)
  },
  "the bank's address as a name": ({ bank, letter }) =>
    bank.sign(withHeaders(letter, { From: '"alerts@axis.bank.in" <x@evil.example>' }), { domain: 'axis.bank.in' }),
  'two senders': ({ bank, letter }) =>
    bank.sign(withHeaders(letter, { From: 'alerts@axis.bank.in, x@evil.example' }), { domain: 'axis.bank.in' }),
  'signed in part': ({ bank, letter, random }) =>
    bank.sign(letter, { maxBodyLength: random.pick([0, 1, 20, 100, 1_000_000]) }),
  'signed in part, the rest written': async (craft) =>
    Buffer.concat([
      await craft.bank.sign({ ...craft.letter, body: 'Dear Customer,' }, { maxBodyLength: 16 }),
      Buffer.from(`${craft.letter.body}\r\n`),
    ]),
  'a header that is not signed': ({ bank, letter, random }) => {
    const left = random.pick(['To', 'Subject', 'Date', 'Content-Type'])
    return bank.sign(letter, { headers: ALL.filter((name) => name !== left) })
  },
  'a header twice': async ({ bank, letter, random }) => {
    const name = random.pick(['From', 'To', 'Subject', 'Date', 'Content-Type'])
    const raw = await bank.sign(letter)
    const extra = `${name}: ${letter.headers[name]}\r\n`
    return random.once(2) ? Buffer.concat([Buffer.from(extra), raw]) : doctored(raw, '\r\n\r\n', `\r\n${extra}\r\n`)
  },
  "a real mail's amount and note changed": async (craft) =>
    doctored(doctored(await ownMail(craft), /INR 1\.00/g, `INR ${craft.mark.amount}`), 'coffee', craft.mark.code),
  "a real mail's sign changed": async ({ bank, letter, random }) => {
    const raw = await bank.sign(letter)
    const text = raw.toString('latin1')
    const body = text.indexOf('\r\n\r\n') + 4
    const places = [...text.matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index).filter((index) => index >= body)
    const at = random.pick(places)
    const other = text[at] === '7' ? '8' : '7'
    return Buffer.from(text.slice(0, at) + other + text.slice(at + 1), 'latin1')
  },
  'cut off': async ({ bank, letter, random }) => {
    const raw = await bank.sign(letter)
    return raw.subarray(0, raw.length - 5 - random(raw.length - 100))
  },
  'cut off by a mail program': ({ bank, letter, random }) =>
    bank.sign(added(letter, random.pick(['More…', 'Dear...', '[Message clipped]  View entire message']))),
  'no money, says the bank': ({ bank, letter, random }) => bank.sign(added(letter, random.pick(SAID))),
  'misspelt, signed by the bank': ({ bank, letter, random }) => bank.sign(withBody(letter, ...random.pick(MISSPELT))),
  'another currency': ({ bank, letter, random }) => bank.sign(withBody(letter, /INR/, random.pick(FOREIGN))),
  'another account': ({ bank, letter, random }) => bank.sign(withBody(letter, 'XX7722', random.pick(ACCOUNTS))),
  'to somebody else': ({ bank, letter, random }) =>
    bank.sign(
      withHeaders(letter, {
        To: random.pick(['x@evil.example', '"account@shop.example" <x@evil.example>', 'account@shop.example.in']),
      }),
    ),
  'an old mail': ({ bank, mark, random }) => {
    const sent = new Date(Date.now() - (3 + random(300)) * DAY_MS)
    return bank.sign(axisLetter({ ...mark, note: mark.code }, sent), { signTime: sent })
  },
  'a new mail about an old day': ({ bank, mark, letter, random }) => {
    const old = axisLetter({ ...mark, note: mark.code }, new Date(Date.now() - (3 + random(300)) * DAY_MS))
    return bank.sign({ ...old, headers: letter.headers })
  },
  'a mail of tomorrow': ({ bank, mark }) =>
    bank.sign(axisLetter({ ...mark, note: mark.code }, new Date(Date.now() + DAY_MS))),
  'a signature of tomorrow or that ended': ({ bank, letter, random }) =>
    bank.sign(
      letter,
      random.once(2)
        ? { signTime: new Date(Date.now() + DAY_MS) }
        : { signTime: new Date(Date.now() - DAY_MS), expires: new Date(Date.now() - 60_000) },
    ),
  'two amounts': ({ bank, mark, letter }) => bank.sign(added(letter, `Cashback of INR ${Number(mark.amount) + 1}.00`)),
  "the bank's words in a payer's note": ({ bank, mark, random }) => {
    const words = axisLetter({ ...mark, note: mark.code }).body
    const note = random.once(2) ? words.replaceAll('\r\n', ' ') : `x\r\n${words}`
    return bank.sign(axisLetter({ utr: mark.utr, amount: '1.00', note }))
  },
  "the bank's words in a payer's name": ({ bank, mark }) => {
    const sentence = hdfcLetter(mark).body.replaceAll(/<[^>]*>/g, '')
    const real = hdfcLetter({ utr: mark.utr, amount: '1.00' })
    return bank.sign(withBody(real, 'ASHA K', `ASHA K ${sentence} X`))
  },
  'digits of other scripts': ({ bank, mark, letter, random }) =>
    bank.sign({
      headers: { ...letter.headers, Subject: 'Credit' },
      body: letter.body.replace(mark.amount, () => mark.amount.replaceAll('0', random.pick(SCRIPTS))),
    }),
  'letters of other scripts': ({ bank, letter, random }) =>
    bank.sign(withBody(letter, /a/, random.pick(['а', 'α', 'ａ', '𝐚']))),
  'a real mail inside another': async ({ bank, letter, random }) => {
    const inner = (await bank.sign(letter)).toString('latin1')
    const type = random.pick(['message/rfc822', 'text/plain', 'text/html'])
    const outer = {
      headers: { ...letter.headers, From: 'x@evil.example', 'Content-Type': 'multipart/mixed; boundary=b' },
      body: `--b\r\nContent-Type: ${type}\r\n\r\n${inner}\r\n--b--`,
    }
    return random.once(2)
      ? bank.sign(outer, { domain: 'evil.example', key: stranger })
      : Buffer.from(writeLetter(outer))
  },
  nonsense: async ({ random }) =>
    Buffer.from(random.pick(['', '\r\n', ':\r\n\r\n', `From: alerts@axis.bank.in\r\n\r\n${random.uuid()}`, '\u0000'])),
}

/** Makes the forgery of that name about an order. */
export function forge(name: string, bank: TestBank, mark: Mark, random: Random): Promise<Buffer> {
  const forgery = FORGERIES[name]
  if (!forgery) throw new Error(`No such forgery: ${name}`)
  return forgery({ bank, mark, random, letter: axisLetter({ ...mark, note: mark.code }) })
}
