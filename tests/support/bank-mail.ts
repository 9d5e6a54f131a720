import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import type { TxtResolver } from '../../server/proofs/mail/mail-dns.ts'
import { dayKey } from '../../src/platform/time/ist.ts'

/** A bank with a key of its own, under a real bank's name: its DNS is the test's. */
export interface TestBank {
  txt: TxtResolver
  /** HDFC's mail about ₹1,800, sent now, to the shop's account. */
  mail(utr: string, change?: { amount?: string; from?: string; key?: KeyObject }): Promise<Buffer>
}

const DOMAIN = 'hdfcbank.bank.in'
export const BANK_TO = 'account@shop.example'
export const BANK_ACCOUNT = '7722'

export function testBank(): TestBank {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
  return {
    txt: async (name) => {
      if (name === `t1._domainkey.${DOMAIN}`) return [[record]]
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    },
    async mail(utr, { amount = '1800.00', from = `HDFC Bank InstaAlerts <alerts@${DOMAIN}>`, key = privateKey } = {}) {
      const now = new Date()
      const [year = '', month, day] = dayKey(now).split('-')
      const message = [
        `From: ${from}`,
        `To: ${BANK_TO}`,
        'Subject: View: Account update for your HDFC Bank A/c',
        `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
        `Message-ID: <${utr}@${DOMAIN}>`,
        'MIME-Version: 1.0',
        'Content-Type: text/html; charset=utf-8',
        '',
        `<p>Dear Customer,</p><p>Rs.${amount} is successfully credited to your account **${BANK_ACCOUNT} by VPA ` +
          `asha@okaxis ASHA K on ${day}-${month}-${year.slice(2)}. Your UPI transaction reference number is ${utr}.</p>`,
        '',
      ].join('\r\n')
      const signer = { signingDomain: DOMAIN, selector: 't1', privateKey: key.export({ type: 'pkcs8', format: 'pem' }) }
      const headerList = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type']
      const { signatures } = await dkimSign(message, { ...signer, headerList, signatureData: [signer] })
      if (signatures === '') throw new Error('The mail was not signed.')
      return Buffer.from(`${signatures}${message}`)
    },
  }
}
