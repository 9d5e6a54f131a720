import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MailPosition } from '../../server/proofs/mail/imap-source.ts'
import { startMailProofs, type MailProofs } from '../../server/proofs/mail/mail-proofs.ts'
import type { TxtResolver } from '../../server/proofs/mail/mail-dns.ts'
import { readProofs } from '../../server/settings/proof-settings.ts'
import type { Proof } from '../../src/shop/proofs/proof.ts'
import { BANK_ACCOUNT, BANK_TO, hdfcLetter, testBank } from '../support/mail/bank-mail.ts'
import { DOVECOT_PACKAGE, hasDovecot, openDovecot, type MailServer } from '../support/mail/dovecot.ts'

const missing = !hasDovecot()

if (missing && process.env.REQUIRE_ENGINES) {
  test('a mail server is on this machine', () => {
    throw new Error(`Dovecot is not on this machine; Debian has ${DOVECOT_PACKAGE}.`)
  })
}

describe.skipIf(missing)(`a bank's mails in a mailbox (needs Dovecot; Debian has ${DOVECOT_PACKAGE})`, () => {
  const bank = testBank()
  let server: MailServer
  let proofs: MailProofs | null = null
  let position: MailPosition | null = null
  let taken: Proof[] = []
  let broken = false
  const said: string[] = []
  const asked: string[] = []
  const txt: TxtResolver = async (name) => {
    asked.push(name)
    if (name.startsWith('silent.')) throw Object.assign(new Error('silence'), { code: 'ESERVFAIL' })
    return bank.txt(name)
  }

  const start = async () => {
    const settings = readProofs({
      PROOF_IMAP_HOST: '127.0.0.1',
      PROOF_IMAP_PORT: String(server.port),
      PROOF_IMAP_USER: server.user,
      PROOF_IMAP_PASSWORD: server.password,
      PROOF_MAIL_TO: BANK_TO,
      PROOF_ACCOUNT_MASK: BANK_ACCOUNT,
      PROOF_BANKS: 'hdfc-upi',
    })
    if (!settings) throw new Error('no settings')
    const take = async (proof: Proof) => {
      if (broken) throw new Error('The database is away.')
      taken.push(proof)
    }
    const store = {
      read: async () => position,
      save: async (one: MailPosition) => void (position = one),
      setAside: async () => undefined,
      count: async () => undefined,
    }
    const log = { say: (line: string) => void said.push(line), warn: (line: string) => void said.push(line) }
    proofs = await startMailProofs(settings, take, store, log, txt)
  }
  const until = async (what: () => boolean, ms = 60_000) => {
    for (const end = Date.now() + ms; !what();) {
      if (Date.now() > end) throw new Error(`Nothing after ${ms} ms: ${said.join(' ')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const utrs = () => taken.map(({ utr }) => utr)

  beforeAll(async () => {
    server = await openDovecot()
  })
  beforeEach(() => {
    taken = []
    broken = false
    said.length = 0
    asked.length = 0
  })
  afterEach(async () => {
    await proofs?.stop()
    proofs = null
  })
  afterAll(() => server?.dispose())

  test('are taken within seconds, once, and left as they were', async () => {
    await server.append(await bank.mail('400000000001'))
    await start()
    await until(() => taken.length === 1)
    expect(proofs?.live()).toBe(true)
    // Long enough for the server to be told to announce.
    await new Promise((resolve) => setTimeout(resolve, 500))
    const began = Date.now()
    await server.append(await bank.mail('400000000002'))
    await until(() => taken.length === 2)
    expect(Date.now() - began).toBeLessThan(10_000)
    expect(taken[1]).toMatchObject({ amountPaise: 180_000, utr: '400000000002', certain: true, source: 'mail' })
    // Not seen by anybody, as the server has it for a mailbox that was never opened to write.
    expect(await server.flags()).toEqual([['\\Recent'], ['\\Recent']])
  })

  test('are not taken again after a restart, and those that came meanwhile are', async () => {
    await server.append(await bank.mail('400000000003'))
    await start()
    await until(() => taken.length > 0)
    expect(utrs()).toEqual(['400000000003'])
  })

  test('that are forged or of others are passed over', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await server.append(await bank.mail('400000000004', { key: privateKey }))
    await server.append(await bank.mail('400000000005', { from: 'alerts@hdfcbank-alerts.example' }))
    await server.append(Buffer.from('From: friend@example.in\r\nTo: account@shop.example\r\n\r\nHello\r\n'))
    await server.append(await bank.mail('400000000006'))
    await start()
    await until(() => taken.length > 0)
    await until(() => position?.uid === 7)
    expect(utrs()).toEqual(['400000000006'])
    expect(said).toEqual(['A mail was no proof of a payment (signature).'])
  })

  test('wait while they cannot be taken, and hold back no other', async () => {
    await start()
    await until(() => proofs?.live() === true)
    broken = true
    await server.append(await bank.mail('400000000007'))
    await until(() => position?.later.length === 1)
    expect(position?.uid).toBe(8)
    broken = false
    await server.append(await bank.mail('400000000008'))
    await until(() => taken.length === 2)
    expect(utrs().sort()).toEqual(['400000000007', '400000000008'])
    await until(() => position?.uid === 9 && position.later.length === 0)
  })

  test('come after the mail server was away', async () => {
    await start()
    await until(() => proofs?.live() === true)
    await server.stop()
    await until(() => proofs?.live() === false)
    await server.start()
    await server.append(await bank.mail('400000000009'))
    await until(() => taken.length === 1)
    expect(utrs()).toEqual(['400000000009'])
    expect(proofs?.live()).toBe(true)
  })

  test('are read anew where the mailbox is another', async () => {
    position = { uidValidity: '1', uid: 5, later: [] }
    await start()
    await until(() => taken.length === 7)
    expect(new Set(utrs()).size).toBe(7)
  })

  test('are judged at once beside forty forged ones that never can be', async () => {
    const { headers, body } = hdfcLetter({ utr: '499999999999', amount: '1800.00' })
    for (const selector of ['silent', 'x'.repeat(70)])
      for (let n = 0; n < 20; n += 1)
        await server.append(await bank.sign({ headers, body: `${body}${n}${'x'.repeat(200_000)}` }, { selector }))
    await server.append(await bank.mail('400000000010'))
    const began = Date.now()
    await start()
    await until(() => taken.length === 1)
    expect(utrs()).toEqual(['400000000010'])
    expect(Date.now() - began, 'the newest first').toBeLessThan(5_000)
    await server.append(await bank.mail('400000000011'))
    await until(() => taken.length === 2)
    await until(() => position?.later.length === 20)
    expect(position?.uid, 'the position is saved all the same').toBe((await server.flags()).length)
    await proofs?.stop()
    asked.length = 0
    await start()
    await until(() => asked.length >= 20)
    expect(new Set(asked), 'only what waits is fetched again after a restart').toEqual(
      new Set(['silent._domainkey.hdfcbank.bank.in']),
    )
  })
})
