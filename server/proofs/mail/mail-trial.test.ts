import { describe, expect, test } from 'vitest'
import { bankMailTemplates } from '#shop/proofs/bank-mail-templates.ts'
import type { MailTrial } from '#shop/proofs/mail-trial.ts'
import {
  axisLetter,
  BANK_ACCOUNT,
  BANK_TEMPLATES,
  BANK_TO,
  hdfcLetter,
  testBank,
} from '../../../tests/support/mail/bank-mail.ts'
import { proofOfMail, type MailRules } from './mail-proof.ts'
import { tryMail } from './mail-trial.ts'
import type { TxtResolver } from './mail-dns.ts'

const DAY_MS = 86_400_000
const bank = testBank()
const rules: MailRules = { to: BANK_TO, account: BANK_ACCOUNT, confirmed: BANK_TEMPLATES, maxAgeMs: 2 * DAY_MS }
const utr = '412345678901'
const credit = { utr, amount: '1800.00' }
const noted = { ...credit, note: 'ASHA K/UTIB/7K2QX4MD' }

const attempt = (
  raw: Buffer | string,
  change: Partial<MailRules> = {},
  txt: TxtResolver = bank.txt,
  now = new Date(),
) =>
  tryMail(Buffer.from(raw), { ...rules, ...change }, bankMailTemplates, txt, async (note) => [`codes of ${note}`], now)

/** The steps that do not hold, with their reasons. */
const failing = ({ steps }: MailTrial) =>
  Object.fromEntries(steps.filter(({ holds }) => holds === false).map(({ step, reason }) => [step, reason]))
const unjudged = ({ steps }: MailTrial) => steps.filter(({ holds }) => holds === null).map(({ step }) => step)

const hdfc = () => bank.sign(hdfcLetter(credit))
const swap = (raw: Buffer, from: string, to: string): string => {
  const text = raw.toString()
  if (!text.includes(from)) throw new Error(`The mail has no ${from}.`)
  return text.replace(from, to)
}

test('a mail that would approve holds in every step, and says what was read', async () => {
  const trial = await attempt(await bank.sign(axisLetter(noted)))
  expect(trial.steps.map(({ step, holds, reason }) => [step, holds, reason])).toEqual(
    ['mail', 'bank', 'signature', 'alignment', 'whole', 'fresh', 'address', 'template', 'reading'].map((step) => [
      step,
      true,
      null,
    ]),
  )
  expect(trial).toMatchObject({
    outcome: 'approves',
    reason: null,
    isOld: false,
    doubts: [],
    read: {
      template: 'axis-upi',
      name: 'Axis Bank, UPI summary',
      confirmed: true,
      amountPaise: 180_000,
      utr,
      payerVpa: null,
      note: noted.note,
      codes: [`codes of ${noted.note}`],
    },
  })
  expect(trial.steps.find(({ step }) => step === 'bank')?.of).toBe('axis.bank.in')
})

test('an unconfirmed template and a missing UTR leave it to a person, and are named', async () => {
  const trial = await attempt(await hdfc(), { confirmed: [] })
  expect(trial).toMatchObject({ outcome: 'person', doubts: ['unconfirmed'], reason: null, read: { confirmed: false } })
  const long = await attempt(await bank.sign(hdfcLetter({ ...credit, utr: '4123456789012' })))
  expect(long).toMatchObject({ outcome: 'person', doubts: ['no-utr'], read: { utr: null } })
})

test('an old mail is called old, and judged all the same', async () => {
  const sent = new Date(Date.now() - 40 * DAY_MS)
  const old = await bank.sign(hdfcLetter(credit, sent), { signTime: sent })
  expect(failing(await attempt(old))).toEqual({ fresh: 'stale' })
  expect(await attempt(old)).toMatchObject({ outcome: 'approves', isOld: true, reason: null, read: { utr } })
  const expired = await bank.sign(hdfcLetter(credit, sent), {
    signTime: sent,
    expires: new Date(sent.getTime() + DAY_MS),
  })
  expect(failing(await attempt(expired))).toEqual({ fresh: 'expired' })
  expect(await attempt(expired)).toMatchObject({ outcome: 'approves', isOld: true })
  const changed = swap(expired, 'Rs.1800.00', 'Rs.9800.00')
  expect(await attempt(changed)).toMatchObject({ outcome: 'refused', isOld: true, reason: 'signature' })
})

test('a name server that is silent is named as the reason', async () => {
  const silent: TxtResolver = async () => {
    throw Object.assign(new Error('none'), { code: 'ETIMEOUT' })
  }
  const trial = await attempt(await hdfc(), {}, silent)
  expect(trial).toMatchObject({ outcome: 'unjudged', reason: 'dns', read: { utr } })
  expect(trial.steps.find(({ step }) => step === 'signature')).toMatchObject({ holds: null, reason: 'dns' })
})

describe('what does not hold is named first to last, and the rest is judged', () => {
  test('a changed amount', async () => {
    const trial = await attempt(swap(await hdfc(), 'Rs.1800.00', 'Rs.9800.00'))
    expect(failing(trial)).toEqual({ signature: 'signature' })
    expect(unjudged(trial)).toEqual(['whole'])
    expect(trial).toMatchObject({ outcome: 'refused', reason: 'signature', read: { amountPaise: 980_000 } })
  })

  test('no signature, and none of the bank', async () => {
    const unsigned = (await hdfc()).toString().replace(/^DKIM-Signature:[^]*?\r\n(?=\S)/i, '')
    expect(failing(await attempt(unsigned))).toEqual({ signature: 'unsigned' })
    const stranger = await bank.sign(hdfcLetter(credit), { domain: 'evil.example' })
    const trial = await attempt(stranger)
    expect(failing(trial)).toEqual({ alignment: 'bank' })
    expect(unjudged(trial)).toEqual(['signature', 'whole'])
    expect(trial).toMatchObject({ outcome: 'refused', reason: 'bank' })
  })

  test('a part that is not signed', async () => {
    const partly = await bank.sign(hdfcLetter(credit), { maxBodyLength: 40 })
    expect(failing(await attempt(partly))).toEqual({ whole: 'partly-signed' })
    const headers = ['From', 'To', 'Date', 'Content-Type']
    expect(failing(await attempt(await bank.sign(hdfcLetter(credit), { headers })))).toEqual({
      whole: 'unsigned-header',
    })
  })

  test('another address, another account, and a sender that is no bank', async () => {
    const elsewhere = await attempt(await hdfc(), { to: 'other@shop.example', account: '9999' })
    expect(failing(elsewhere)).toEqual({ address: 'to', reading: 'account' })
    expect(elsewhere).toMatchObject({ outcome: 'refused', reason: 'to', read: null })
    const { headers, body } = hdfcLetter(credit)
    const from = 'HDFC Bank <alerts@hdfcbank-alerts.example>'
    const lookAlike = await attempt(await bank.sign({ headers: { ...headers, From: from }, body }))
    expect(failing(lookAlike)).toEqual({ bank: 'bank' })
    expect(unjudged(lookAlike)).toEqual(['signature', 'alignment', 'whole', 'template', 'reading'])
  })

  test('a wording that no template has, and one about money that did not come', async () => {
    const { headers } = hdfcLetter(credit)
    const worded = async (body: string) => attempt(await bank.sign({ headers, body }))
    expect(failing(await worded('<p>Your statement is ready.</p>'))).toEqual({ template: 'unknown' })
    expect(failing(await worded('<p>Your transfer failed.</p>'))).toEqual({ template: 'failed' })
  })

  test('a coming mail', async () => {
    const trial = await attempt(await bank.sign(hdfcLetter(credit, new Date(Date.now() + DAY_MS))))
    expect(trial).toMatchObject({ outcome: 'refused', reason: 'future', isOld: false })
  })

  test('what is no mail', async () => {
    for (const raw of [
      '',
      'x',
      '\0'.repeat(50),
      `From: a@b.example\r\nFrom: c@d.example\r\n\r\nHi`,
      'x'.repeat(1_048_577),
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      const trial = await attempt(raw)
      expect(trial.outcome).toBe('refused')
      expect(trial.steps[0]?.holds).toBe(false)
      expect(trial.reason).toBe(trial.steps[0]?.reason)
    }
  })
})

test('the verdict is the delivery’s own, but for age', async () => {
  const { headers, body } = hdfcLetter(credit)
  const old = new Date(Date.now() - 3 * DAY_MS)
  const mails = await Promise.all([
    hdfc(),
    bank.sign(axisLetter(noted)),
    bank.sign(hdfcLetter({ ...credit, utr: '1' })),
    bank.sign({ headers, body: `${body} Rs.7.00` }),
    bank.sign({ headers: { ...headers, To: 'x@y.example' }, body }),
    bank.sign(hdfcLetter(credit), { maxBodyLength: 10 }),
    bank.sign(hdfcLetter(credit), { domain: 'axis.bank.in' }),
    bank.sign(hdfcLetter(credit, old), { signTime: old }),
    hdfc().then((raw) => Buffer.from(swap(raw, 'ASHA', 'BELA'))),
  ])
  const verdicts = new Set<string>()
  for (const raw of mails) {
    for (const confirmed of [BANK_TEMPLATES, []]) {
      // oxlint-disable-next-line no-await-in-loop
      const [trial, outcome] = await Promise.all([
        attempt(raw, { confirmed }),
        proofOfMail(raw, { ...rules, confirmed }, bankMailTemplates, bank.txt),
      ])
      const said = 'proof' in outcome ? (outcome.proof.certain ? 'approves' : 'person') : outcome.refused
      expect(trial.isOld ? 'stale' : (trial.reason ?? trial.outcome)).toBe(said)
      verdicts.add(said)
    }
  }
  expect([...verdicts].sort()).toEqual([
    'approves',
    'bank',
    'partly-signed',
    'person',
    'signature',
    'stale',
    'to',
    'two-amounts',
    'unknown',
  ])
})
