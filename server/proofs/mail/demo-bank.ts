import { generateKeyPair, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { DEMO_BANK_DOMAIN } from '#shop/proofs/bank-mail-templates.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { TxtResolver } from './mail-dns.ts'

export interface DemoPayment {
  amountPaise: Paise
  /** Twelve digits. */
  utr: string
  /** As the payer's app sent it: begins with the order's code. */
  note: string
  payerVpa: string
  at: Date
}

/** A pretended bank that tells the shop about credits as a bank does: by a mail that it signs. */
export interface DemoBank {
  /** Writes and signs the mail about a credit; raw, as a mail server would bring it. */
  mailAbout(payment: DemoPayment): Promise<Buffer>
  /** Answers for the bank's own domain, and asks `others` about every other name. */
  txt(others: TxtResolver): TxtResolver
}

const SELECTOR = 'demo'
const KEY_NAME = `${SELECTOR}._domainkey.${DEMO_BANK_DOMAIN}`
const SIGNED = [
  'From',
  'To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
]
const MAX_NOTE_LENGTH = 100

/** Opens the bank of one run: its key is new, and known to no one else. `account`: the shop's last digits. */
export async function openDemoBank(to: string, account: string): Promise<DemoBank> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
  return {
    async mailAbout(payment) {
      const message = Buffer.from(letter(to, account, payment))
      const signer = { signingDomain: DEMO_BANK_DOMAIN, selector: SELECTOR, privateKey }
      const { signatures, errors } = await dkimSign(message, {
        canonicalization: 'relaxed/relaxed',
        signTime: payment.at,
        headerList: SIGNED,
        ...signer,
        signatureData: [signer],
      })
      if (errors.length > 0 || signatures === '') throw new Error('The demo bank could not sign its mail.')
      return Buffer.concat([Buffer.from(signatures), message])
    },
    txt: (others) => async (name) => (name.toLowerCase() === KEY_NAME ? [[record]] : others(name)),
  }
}

const rupees = (paise: Paise): string => (paise / 100).toFixed(2)

/** One line, as a bank prints what a payer wrote. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .slice(0, MAX_NOTE_LENGTH)
    .trim()

function letter(to: string, account: string, { amountPaise, utr, note, payerVpa, at }: DemoPayment): string {
  const [year = '', month, day] = dayKey(at).split('-')
  return [
    `From: Demo bank <alerts@${DEMO_BANK_DOMAIN}>`,
    `To: <${to}>`,
    'Subject: View: Account update for your Demo bank A/c',
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomUUID()}@${DEMO_BANK_DOMAIN}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    '',
    'Dear Customer,',
    '',
    `Rs.${rupees(amountPaise)} is successfully credited to your account **${account} by VPA ${oneLine(payerVpa)} on ` +
      `${day}-${month}-${year.slice(2)} at ${timeKey(at)} IST. Your UPI transaction reference number is ${utr}.`,
    `Note: ${oneLine(note)}`,
    '',
    'Warm regards,',
    'Demo bank (pretended, for the demo alone)',
    '',
  ].join('\r\n')
}
