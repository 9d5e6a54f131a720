import { expect, test } from 'vitest'
import { bankMailTemplates } from './bank-mail-templates.ts'
import { bankName, banks } from './banks.ts'

/** What the wordings of a bank can read. */
const reads = (id: string, group: string): boolean =>
  bankMailTemplates.some(({ bank, sentence }) => bank === id && sentence.source.includes(`(?<${group}>`))

test('the table promises no more than the wordings can read, and every wording has its bank there', () => {
  for (const { id, mails, utr, code } of banks) {
    expect(
      bankMailTemplates.some(({ bank }) => bank === id),
      id,
    ).toBe(mails !== 'none')
    if (utr) expect(reads(id, 'utr'), id).toBe(true)
    expect(reads(id, 'note'), id).toBe(code)
    if (mails !== 'upi') expect([utr, code], id).toEqual([false, false])
  }
  const known = banks.map(({ id }) => id)
  expect(bankMailTemplates.filter(({ bank }) => !known.includes(bank))).toEqual([])
})

test('each row has its source and says what to do', () => {
  for (const { source, switchOn } of banks) {
    expect(new URL(source).protocol).toBe('https:')
    expect(switchOn).toMatch(/\.$/)
  }
  expect([bankName('sbi'), bankName('new-bank')]).toEqual(['State Bank of India', 'new-bank'])
})
