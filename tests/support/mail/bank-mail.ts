import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import type { TxtResolver } from '../../../server/proofs/mail/mail-dns.ts'
import { dayKey, timeKey } from '../../../src/platform/time/ist.ts'

/** How a mail is signed: the bank's key and every header that a bank signs, where nothing else is said. */
interface Signing {
  domain?: string
  selector?: string
  key?: KeyObject
  headers?: string[]
  signTime?: Date
  expires?: Date
  /** Signs so many bytes of the body alone (DKIM's l=). */
  maxBodyLength?: number
}

/** A mail before it is signed: headers in their order, and a body. */
export interface Letter {
  headers: Record<string, string>
  body: string
}

/** A bank with a key of its own, under real banks' names: their DNS is the test's. */
export interface TestBank {
  txt: TxtResolver
  /** The TXT record of each key's name. */
  records: Record<string, string>
  /** HDFC's mail about ₹1,800, sent now, to the shop's account. */
  mail(utr: string, change?: { amount?: string; from?: string; key?: KeyObject }): Promise<Buffer>
  sign(letter: Letter, signing?: Signing): Promise<Buffer>
}

const HDFC = 'hdfcbank.bank.in'
const AXIS = 'axis.bank.in'
const SELECTOR = 't1'
export const BANK_TO = 'account@shop.example'
export const BANK_ACCOUNT = '7722'
/** What `hdfcLetter` and `axisLetter` are read by. */
export const BANK_TEMPLATES = ['hdfc-upi', 'axis-upi']
const SIGNED = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type']

export interface BankCredit {
  utr: string
  /** Rupees, as the bank writes them: `1,800.00`. */
  amount: string
}

const headersOf = (from: string, subject: string, id: string, type: string, sent: Date): Record<string, string> => ({
  From: from,
  To: BANK_TO,
  Subject: subject,
  Date: sent.toUTCString().replace('GMT', '+0000'),
  'Message-ID': `<${id}>`,
  'MIME-Version': '1.0',
  'Content-Type': `${type}; charset=utf-8`,
})

const dayOf = (sent: Date): string => {
  const [year = '', month, day] = dayKey(sent).split('-')
  return `${day}-${month}-${year.slice(2)}`
}

/** HDFC's mail about a credit: it has a UTR and no note. */
export const hdfcLetter = ({ utr, amount }: BankCredit, sent = new Date()): Letter => ({
  headers: headersOf(
    `HDFC Bank InstaAlerts <alerts@${HDFC}>`,
    'View: Account update for your HDFC Bank A/c',
    `${utr}@${HDFC}`,
    'text/html',
    sent,
  ),
  body:
    `<p>Dear Customer,</p><p>Rs.${amount} is successfully credited to your account **${BANK_ACCOUNT} by VPA ` +
    `asha@okaxis ASHA K on ${dayOf(sent)}. Your UPI transaction reference number is ${utr}.</p>`,
})

/** Axis's mail about a credit: the payer's note comes after the UTR. */
export const axisLetter = ({ utr, amount, note }: BankCredit & { note: string }, sent = new Date()): Letter => ({
  headers: headersOf(
    `Axis Bank Alerts <alerts@${AXIS}>`,
    `INR ${amount} was credited to your A/c.`,
    `${utr}@${AXIS}`,
    'text/plain',
    sent,
  ),
  body: [
    'Dear Customer,',
    `Amount Credited: INR ${amount}`,
    `Account Number: XX${BANK_ACCOUNT}`,
    `Date & Time: ${dayOf(sent)}, ${timeKey(sent)}:00 IST`,
    `Transaction Info: UPI/P2A/${utr}/${note}`,
    'Feel free to write to us.',
  ].join('\r\n'),
})

export const writeLetter = ({ headers, body }: Letter): string =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${body}\r\n`

export function testBank(): TestBank {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
  const records = Object.fromEntries([HDFC, AXIS].map((domain) => [`${SELECTOR}._domainkey.${domain}`, record]))
  const sign = async (letter: Letter, signing: Signing = {}): Promise<Buffer> => {
    const message = writeLetter(letter)
    const { key = privateKey, selector = SELECTOR, headers = SIGNED, maxBodyLength, signTime, expires } = signing
    const fromDomain = letter.headers['From']?.split('@').pop()?.replace('>', '') ?? ''
    const signer = {
      signingDomain: signing.domain ?? fromDomain,
      selector,
      privateKey: key.export({ type: 'pkcs8', format: 'pem' }),
      ...(maxBodyLength !== undefined && { maxBodyLength }),
    }
    const { signatures } = await dkimSign(message, {
      ...signer,
      headerList: headers,
      ...(signTime && { signTime }),
      ...(expires && { expires }),
      signatureData: [signer],
    })
    if (signatures === '') throw new Error('The mail was not signed.')
    return Buffer.from(`${signatures}${message}`)
  }
  return {
    records,
    txt: async (name) => {
      const found = Object.hasOwn(records, name) ? records[name] : undefined
      if (found !== undefined) return [[found]]
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    },
    async mail(utr, { amount = '1800.00', from, key } = {}) {
      const { headers, body } = hdfcLetter({ utr, amount })
      // A look-alike has no key that anybody would find: it is signed as the bank all the same.
      const letter = { headers: from === undefined ? headers : { ...headers, From: from }, body }
      return sign(letter, { domain: HDFC, ...(key && { key }) })
    },
    sign,
  }
}

/** NODE_OPTIONS with which a started server asks this bank's name server, and no other. */
export const nameServer = ({ records }: Pick<TestBank, 'records'>): string =>
  `--import data:text/javascript,${encodeURIComponent(`
import { Resolver } from 'node:dns/promises'
const records = ${JSON.stringify(records)}
Resolver.prototype.resolveTxt = async (name) => {
  if (Object.hasOwn(records, name)) return [[records[name]]]
  throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
}`)}`
