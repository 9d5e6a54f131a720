import { expect, test } from 'vitest'
import { BANK_ACCOUNT, BANK_TO, testBank } from '../../../tests/support/mail/bank-mail.ts'
import { startMailProofs } from './mail-proofs.ts'
import { TryAgainLater } from './verify-mail.ts'

const settings = { to: BANK_TO, account: BANK_ACCOUNT, confirmed: ['hdfc-upi'], maxAgeMs: 48 * 3_600_000 }
const bank = testBank()

async function opened(take: () => Promise<void> = async () => undefined) {
  let silent = true
  let aside = 0
  const position = {
    read: async () => null,
    save: async () => undefined,
    setAside: async () => void (aside += 1),
    count: async () => undefined,
  }
  const { deliver } = await startMailProofs(
    { ...settings, imap: null, secretHash: null, demoBank: false },
    take,
    position,
    { say: () => undefined, warn: () => undefined },
    async (name) => {
      if (silent) throw Object.assign(new Error('silence'), { code: 'ESERVFAIL' })
      return bank.txt(name)
    },
  )
  return { deliver, aside: () => aside, answers: () => (silent = false) }
}

test('a mail that cannot be judged is set aside after eight tries, and counted once', async () => {
  const { deliver, aside } = await opened()
  const mail = await bank.mail('400000000001')
  for (let tries = 1; tries < 8; tries += 1) await expect(deliver(mail)).rejects.toThrow(TryAgainLater)
  expect(aside()).toBe(0)
  expect(await deliver(mail)).toEqual({ refused: 'unjudged' })
  expect(aside()).toBe(1)
})

test('one that can be judged meanwhile is taken', async () => {
  const { deliver, answers, aside } = await opened()
  const mail = await bank.mail('400000000002')
  for (let tries = 1; tries < 8; tries += 1) await expect(deliver(mail)).rejects.toThrow(TryAgainLater)
  answers()
  expect(await deliver(mail)).toEqual({ taken: true })
  expect(aside()).toBe(0)
})

test('a mail that the database did not take is never set aside', async () => {
  const { deliver, answers, aside } = await opened(async () => {
    throw new Error('The database is away.')
  })
  answers()
  const mail = await bank.mail('400000000003')
  for (let tries = 1; tries <= 20; tries += 1) await expect(deliver(mail)).rejects.toThrow('away')
  expect(aside()).toBe(0)
})
