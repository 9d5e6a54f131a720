import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { describe, expect, test } from 'vitest'
import { bankMailTemplates, demoBankTemplate } from '#shop/proofs/bank-mail-templates.ts'
import { openDemoBank } from './demo-bank.ts'
import { systemTxt, type DnsAnswers, type TxtResolver } from './mail-dns.ts'
import { proofOfMail, verifyAgain, type MailRules } from './mail-proof.ts'
import { TryAgainLater } from './verify-mail.ts'

const now = new Date('2026-11-25T10:20:00Z')
const receives = { to: 'account@shop.example', account: '7722' }
const rules: MailRules = { ...receives, confirmed: ['hdfc-upi'], maxAgeMs: 48 * 3_600_000 }
const keyPair = (modulusLength = 2048) =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
const bank = keyPair()
const stranger = keyPair()
const short = keyPair(512)
const record = (key: { publicKey: Buffer }, more = '') => [
  [`v=DKIM1; k=rsa; ${more}p=${key.publicKey.toString('base64')}`],
]

/** The world's name servers, as far as these mails go. */
const zone: DnsAnswers = {
  's1._domainkey.hdfcbank.bank.in': record(bank),
  's1._domainkey.hdfcbank.net': record(bank),
  's1._domainkey.axis.bank.in': record(bank),
  'short._domainkey.hdfcbank.bank.in': record(short),
  'test._domainkey.hdfcbank.bank.in': record(bank, 't=y; '),
  's1._domainkey.evil.example': record(stranger),
  's1._domainkey.hdfcbank-alerts.example': record(stranger),
  's1._domainkey.xn--hdfcbnk-dza.bank.in': record(stranger),
  's1._domainkey.mail.hdfcbank.bank.in': record(stranger),
}
const asked: string[] = []
const txt: TxtResolver = async (name) => {
  asked.push(name)
  const found = zone[name]
  if (!found) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  return found
}

const sentence =
  'Rs.1800.00 is successfully credited to your account **7722 by VPA asha@okaxis ASHA K on 25-11-26. Your UPI transaction reference number is 412345678901.'
const usual = {
  From: 'HDFC Bank InstaAlerts <alerts@hdfcbank.bank.in>',
  To: 'account@shop.example',
  Subject: 'View: Account update for your HDFC Bank A/c',
  Date: 'Wed, 25 Nov 2026 15:45:00 +0530',
  'Message-ID': '<one@hdfcbank.bank.in>',
  'MIME-Version': '1.0',
  'Content-Type': 'text/html; charset=utf-8',
}
const SIGNED = ['From', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type']

interface Made {
  headers?: Record<string, string>
  body?: string
  sign?: Record<string, unknown> | false
}

const compose = (headers: Record<string, string>, body: string) =>
  `${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\r\n')}\r\n\r\n${body}\r\n`

async function signature(message: string, sign: Record<string, unknown> = {}) {
  const one = { signingDomain: 'hdfcbank.bank.in', selector: 's1', privateKey: bank.privateKey, ...sign }
  const { signatures, errors } = await dkimSign(message, {
    canonicalization: 'relaxed/relaxed',
    signTime: new Date('2026-11-25T10:15:00Z'),
    headerList: SIGNED,
    ...one,
    signatureData: [one],
  })
  if (signatures === '') throw new Error(`Not signed: ${JSON.stringify(errors)}`)
  return signatures
}

async function make({ headers = {}, body = `<p>Dear Customer,</p><p>${sentence}</p>`, sign }: Made = {}) {
  const message = compose({ ...usual, ...headers }, body)
  return sign === false ? message : `${await signature(message, sign)}${message}`
}

const judge = (raw: string, change: Partial<MailRules> = {}, at = now) =>
  proofOfMail(Buffer.from(raw), { ...rules, ...change }, bankMailTemplates, txt, at)

async function proofOf(raw: string, change: Partial<MailRules> = {}) {
  const outcome = await judge(raw, change)
  if (!('proof' in outcome)) throw new Error(`Refused: ${outcome.refused}`)
  return outcome.proof
}

describe('a bank’s own mail', () => {
  test('is a proof with what it says, certain where its template is confirmed', async () => {
    const proof = await proofOf(await make())
    expect(proof).toMatchObject({
      source: 'mail',
      amountPaise: 180_000,
      utr: '412345678901',
      payerVpa: 'asha@okaxis',
      note: null,
      creditedAt: '2026-11-25T10:15:00.000Z',
      certain: true,
      externalId: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect((await proofOf(await make(), { confirmed: [] })).certain).toBe(false)
  })

  test('is the same proof however often and from whichever of the bank’s domains it comes', async () => {
    const first = await proofOf(await make())
    const again = await proofOf(await make())
    const elsewhere = await make({
      headers: { From: 'alerts@hdfcbank.net', 'Message-ID': '<two@hdfcbank.net>' },
      sign: { signingDomain: 'hdfcbank.net' },
    })
    expect(again.externalId).toBe(first.externalId)
    expect((await proofOf(elsewhere)).externalId).toBe(first.externalId)
    const other = await proofOf(await make({ body: sentence.replace('412345678901', '412345678902') }))
    expect(other.externalId).not.toBe(first.externalId)
  })

  test('without a UTR is known by its signed Message-ID, and never certain', async () => {
    const body = sentence.replace('412345678901', '41234567890123')
    const first = await proofOf(await make({ body }))
    expect(first).toMatchObject({ utr: null, certain: false })
    expect((await proofOf(await make({ body }))).externalId).toBe(first.externalId)
    const next = await proofOf(await make({ body, headers: { 'Message-ID': '<next@hdfcbank.bank.in>' } }))
    expect(next.externalId).not.toBe(first.externalId)
    // A Message-ID that is not signed can be anything: the same mail with another one is the same proof.
    const sign = { headerList: SIGNED.filter((name) => name !== 'Message-ID') }
    const loose = await make({ body, sign })
    const renamed = loose.replace('<one@', '<replayed@')
    expect((await proofOf(renamed)).externalId).toBe((await proofOf(loose)).externalId)
  })

  test('counts with the Message-ID that Gmail replaced', async () => {
    const replaced = (await make()).replace(
      'Message-ID: <one@hdfcbank.bank.in>',
      'Message-ID: <ab12.mx@mx.google.com>\r\nX-Google-Original-Message-ID: <one@hdfcbank.bank.in>',
    )
    const proof = await proofOf(replaced)
    expect(proof.externalId).toBe((await proofOf(await make())).externalId)
    expect(await verifyAgain(proof)).toBe(true)
    const invented = replaced.replace('Original-Message-ID: <one@', 'Original-Message-ID: <two@')
    expect(await judge(invented)).toEqual({ refused: 'signature' })
  })

  test('is read as plain text, quoted-printable and base64, and from tables', async () => {
    const html = `<table><tr><td>Rs.1800.00</td><td>is successfully credited to your account **7722 by VPA asha@okaxis ASHA K on 25-11-26.</td></tr></table><div>Your UPI transaction reference number is <b>412345678901</b></div>`
    const encodings: [string, string, string][] = [
      ['text/plain; charset=utf-8', '7bit', sentence],
      ['text/html; charset=utf-8', '7bit', html],
      ['text/html; charset=utf-8', 'base64', Buffer.from(html).toString('base64')],
      ['text/plain; charset=utf-8', 'quoted-printable', sentence.replace('is successfully', 'is=20succ=\r\nessfully')],
      [
        'multipart/alternative; boundary=b',
        '7bit',
        `--b\r\nContent-Type: text/plain\r\n\r\nThis mail is in HTML.\r\n--b\r\nContent-Type: text/html\r\n\r\n${html}\r\n--b--`,
      ],
    ]
    for (const [type, encoding, body] of encodings) {
      const raw = await make({ headers: { 'Content-Type': type, 'Content-Transfer-Encoding': encoding }, body })
      expect((await proofOf(raw)).utr).toBe('412345678901')
    }
  })

  test('asks about keys of listed domains alone', async () => {
    asked.length = 0
    const message = compose(usual, sentence)
    const two = `${await signature(message, { signingDomain: 'evil.example', privateKey: stranger.privateKey })}${await signature(message)}${message}`
    expect(await proofOf(two)).toMatchObject({ utr: '412345678901' })
    expect(asked).toEqual(['s1._domainkey.hdfcbank.bank.in'])
  })
})

describe('refused is a mail', () => {
  const evil = { signingDomain: 'evil.example', privateKey: stranger.privateKey }
  /** Signed by a stranger, with a key that the domain's own records name. */
  const from = (From: string, signingDomain = evil.signingDomain): Made => ({
    headers: { From },
    sign: { ...evil, signingDomain },
  })

  test.each<[string, string, Made]>([
    ['unsigned', 'without a signature', { sign: false }],
    ['signature', 'signed with a key that is not the bank’s', { sign: { privateKey: stranger.privateKey } }],
    ['signature', 'of a selector that does not exist', { sign: { selector: 'none' } }],
    ['signature', 'of a key that is too short', { sign: { selector: 'short', privateKey: short.privateKey } }],
    ['signature', 'of a key on trial', { sign: { selector: 'test' } }],
    ['signature', 'signed with SHA-1', { sign: { algorithm: 'rsa-sha1' } }],
    ['bank', 'signed by another domain', { sign: evil }],
    ['bank', 'of a name like the bank’s', from('alerts@hdfcbank-alerts.example', 'hdfcbank-alerts.example')],
    ['bank', 'of a name with another letter', from('alerts@hdfcbаnk.bank.in')],
    ['bank', 'of that name in ASCII', from('alerts@xn--hdfcbnk-dza.bank.in', 'xn--hdfcbnk-dza.bank.in')],
    ['bank', 'of an unlisted domain under the bank’s', from('a@mail.hdfcbank.bank.in', 'mail.hdfcbank.bank.in')],
    ['bank', 'of one bank signed by another', { sign: { signingDomain: 'axis.bank.in' } }],
    ['bank', 'with the bank’s address in its name alone', from('"alerts@hdfcbank.bank.in" <x@evil.example>')],
    ['from', 'with two addresses in From', { headers: { From: 'alerts@hdfcbank.bank.in, x@evil.example' } }],
    ['partly-signed', 'whose body is signed in part', { sign: { maxBodyLength: 20 } }],
    ['partly-signed', 'whose signature has a length at all', { sign: { maxBodyLength: 1_000_000 } }],
    ...['To', 'Subject', 'Date', 'Content-Type'].map((name): [string, string, Made] => [
      'unsigned-header',
      `whose ${name} is not signed`,
      { sign: { headerList: SIGNED.filter((one) => one !== name) } },
    ]),
    ['expired', 'whose signature ended', { sign: { expires: new Date('2026-11-25T10:18:00Z') } }],
    ['future', 'signed tomorrow', { sign: { signTime: new Date('2026-11-26T10:15:00Z') } }],
    ['stale', 'of three days ago', { headers: { Date: 'Sun, 22 Nov 2026 15:45:00 +0530' } }],
    ['stale', 'without a readable date', { headers: { Date: 'yesterday' } }],
    ['future', 'of tomorrow', { headers: { Date: 'Thu, 26 Nov 2026 15:45:00 +0530' } }],
    ['to', 'to somebody else', { headers: { To: 'somebody@shop.example' } }],
    ['to', 'with the shop’s address as a name', { headers: { To: '"account@shop.example" <x@evil.example>' } }],
    ['account', 'about another account', { body: sentence.replace('**7722', '**7723') }],
    ['unknown', 'of the bank about something else', { body: 'Your statement is ready.' }],
    ['failed', 'about a payment that failed', { body: `${sentence} It failed.` }],
    ['too-large', 'larger than a megabyte', { body: `${sentence}${'\r\nx'.repeat(400_000)}` }],
  ])('%s: %s', async (reason, _, made) => {
    expect(await judge(await make(made))).toEqual({ refused: reason })
  })

  test('changed after it was signed, in every place that is read', async () => {
    const raw = await make()
    const changes: [string, string][] = [
      ['1800.00', '9800.00'],
      ['412345678901', '412345678902'],
      ['View: Account', 'View: account '],
      ['15:45:00', '15:44:00'],
      ['To: account@', 'To: accounts@'],
      ['alerts@hdfcbank.bank.in', 'alert@hdfcbank.bank.in'],
      ['text/html', 'text/plain'],
      ['</p>\r\n', '</p>\r\nmore\r\n'],
    ]
    for (const [from, to] of changes) {
      const changed = raw.replace(from, to)
      expect(changed).not.toBe(raw)
      expect(await judge(changed)).toEqual({ refused: 'signature' })
    }
  })

  test('with a header twice, whichever is signed', async () => {
    const raw = await make()
    for (const extra of [
      'From: x@evil.example',
      'from : x@evil.example',
      'To: account@shop.example',
      'Subject: more',
      'Date: Wed, 25 Nov 2026 15:45:00 +0530',
      'Content-Type: text/plain',
      'Content-Transfer-Encoding: 7bit\r\nContent-Transfer-Encoding: base64',
    ]) {
      for (const doubled of [`${extra}\r\n${raw}`, raw.replace('\r\n\r\n', `\r\n${extra}\r\n\r\n`)])
        expect(await judge(doubled)).toEqual({ refused: expect.stringMatching(/^(headers|from)$/) })
    }
  })

  test('hidden inside another mail', async () => {
    const inner = await make()
    for (const part of ['message/rfc822', 'text/plain']) {
      const headers = { From: 'x@evil.example', 'Content-Type': 'multipart/mixed; boundary=b' }
      const body = `--b\r\nContent-Type: ${part}\r\n\r\n${inner}\r\n--b--`
      expect(await judge(await make({ headers, body, sign: evil }))).toEqual({ refused: 'bank' })
    }
    const ofBank = { 'Content-Type': 'multipart/mixed; boundary=b' }
    const body = `--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b--`
    expect(await judge(await make({ headers: ofBank, body }))).toEqual({ refused: 'unknown' })
  })

  test('that is nothing', async () => {
    for (const raw of ['', '\r\n', 'x', '\u0000\u0001', ':\r\n:\r\n\r\n', 'From: a\r\n'.repeat(20_000)])
      expect(await judge(raw)).toHaveProperty('refused')
  })
})

const failing =
  (code: string): TxtResolver =>
  async () => {
    throw Object.assign(new Error(code), { code })
  }

test.each(['ETIMEOUT', 'ESERVFAIL', 'ECONNREFUSED'])(
  'a name server that does not answer is asked again later: %s',
  async (code) => {
    const judged = proofOfMail(Buffer.from(await make()), rules, bankMailTemplates, failing(code), now)
    await expect(judged).rejects.toThrow(TryAgainLater)
  },
)

test.each(['EBADNAME', 'ENOTFOUND', 'EBADRESP', 'EFORMERR'])(
  'a name that can have no key is refused at once: %s',
  async (code) => {
    const judged = proofOfMail(Buffer.from(await make()), rules, bankMailTemplates, failing(code), now)
    expect(await judged).toEqual({ refused: 'signature' })
  },
)

test('a selector that is no name is refused as the machine’s own resolver does', async () => {
  for (const selector of ['x'.repeat(70), 'a..b'])
    expect(
      await proofOfMail(Buffer.from(await make({ sign: { selector } })), rules, bankMailTemplates, systemTxt(), now),
    ).toEqual({ refused: 'signature' })
})

test('a mail that could not count whatever the key is needs no name server', async () => {
  const silent = failing('ETIMEOUT')
  const old = Buffer.from(await make({ headers: { Date: 'Fri, 25 Sep 2026 15:45:00 +0530' } }))
  expect(await proofOfMail(old, rules, bankMailTemplates, silent, now)).toEqual({ refused: 'stale' })
  const others = Buffer.from(await make({ headers: { To: 'somebody@else.example' } }))
  expect(await proofOfMail(others, rules, bankMailTemplates, silent, now)).toEqual({ refused: 'to' })
})

describe('a kept mail', () => {
  test('is checked again years later, without DNS, and only unchanged', async () => {
    const proof = await proofOf(await make())
    const kept = structuredClone(proof)
    expect(JSON.stringify(kept.content).length).toBeLessThan(60_000)
    expect(await verifyAgain(kept)).toBe(true)
    expect(await verifyAgain({ ...kept, amountPaise: 980_000 })).toBe(false)
    expect(await verifyAgain({ ...kept, utr: '412345678902' })).toBe(false)
    expect(await verifyAgain({ ...kept, externalId: 'x' })).toBe(false)
    const changes = [{ raw: 'x' }, { raw: null }, { dns: {} }, { account: '0000' }, { to: 'x@y.z' }, { checkedAt: 'x' }]
    for (const change of changes)
      expect(await verifyAgain({ ...kept, content: { ...kept.content, ...change } })).toBe(false)
  })

  test('too large to keep, is never certain', async () => {
    const noise = Array.from({ length: 90_000 }, (_, at) => ((at * 7919) ^ (at * at * 31)).toString(36)).join(' ')
    const body = `--b\r\nContent-Type: text/html\r\n\r\n${sentence}\r\n--b\r\nContent-Type: image/png\r\n\r\n${noise}\r\n--b--`
    const proof = await proofOf(await make({ headers: { 'Content-Type': 'multipart/mixed; boundary=b' }, body }))
    expect(proof).toMatchObject({ certain: false, utr: '412345678901', content: { raw: null } })
    expect(await verifyAgain(proof)).toBe(false)
  })
})

describe('the demo bank', () => {
  const payment = {
    amountPaise: 180_000,
    utr: '412345678901',
    note: '7K2QX4MD Tickets',
    payerVpa: 'asha@demo',
    at: new Date('2026-11-25T10:15:30Z'),
  }

  test('is believed as any bank, while it is open, by its own key', async () => {
    const demo = await openDemoBank(rules.to, rules.account)
    const raw = await demo.mailAbout(payment)
    const outcome = await proofOfMail(raw, { ...rules, confirmed: [] }, [demoBankTemplate], demo.txt(txt), now)
    if (!('proof' in outcome)) throw new Error(outcome.refused)
    expect(outcome.proof).toMatchObject({
      amountPaise: 180_000,
      utr: '412345678901',
      note: '7K2QX4MD Tickets',
      creditedAt: '2026-11-25T10:15:00.000Z',
      certain: true,
    })
    expect(await verifyAgain(outcome.proof)).toBe(true)
    const other = await openDemoBank(rules.to, rules.account)
    expect(await proofOfMail(raw, rules, [demoBankTemplate], other.txt(txt), now)).toEqual({ refused: 'signature' })
    expect(await proofOfMail(raw, rules, bankMailTemplates, demo.txt(txt), now)).toEqual({ refused: 'bank' })
  })

  test('prints a payer’s note on one line', async () => {
    const demo = await openDemoBank(rules.to, rules.account)
    const note = '7K2QX4MD\r\n\r\nRs.9.00 is successfully credited'
    const raw = await demo.mailAbout({ ...payment, note })
    expect(await proofOfMail(raw, rules, [demoBankTemplate], demo.txt(txt), now)).toEqual({ refused: 'repeated' })
  })
})
