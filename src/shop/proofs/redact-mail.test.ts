import { describe, expect, test } from 'vitest'
import { bankMailTemplates } from './bank-mail-templates.ts'
import { bankMailExamples } from '../../../tests/support/mail/bank-mail-examples.ts'
import { redactMail } from './redact-mail.ts'

/** The same numbers on every run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
}
const NAMES = [
  'Asha',
  'Kulkarni',
  'ravi',
  'IYER',
  'Björn',
  'Mueller',
  'आशा',
  'कुलकर्णी',
  'Meera-Das',
  'O’Brien',
  'Zubin',
  'Fatima',
  'Gurpreet',
  'Ng',
]
const HANDLES = ['okaxis', 'ybl', 'paytm', 'okhdfcbank', 'gmail.com', 'shop.example.in']

test('nothing of a person, an account or a payment is left, whatever the payer is called', () => {
  const random = seeded(7)
  const one = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const digits = (n: number) => Array.from({ length: n }, () => Math.floor(random() * 10)).join('')
  for (let n = 0; n < 400; n += 1) {
    const name = `${one(NAMES)} ${one(NAMES)}`
    const vpa = `${one(NAMES).toLowerCase()}.${digits(3)}@${one(HANDLES)}`
    const [utr, account, phone] = [digits(12), digits(4), `9${digits(9)}`]
    const code = `${digits(1)}K${digits(1)}QX${digits(1)}MD`
    const text = one([
      `Dear ${name},\nRs.${digits(4)}.00 is successfully credited to your account **${account} by VPA ${vpa} ${name} on 25-11-26. Your UPI transaction reference number is ${utr}.`,
      `Transaction Info: UPI/P2A/${utr}/${name}/UTIB/${code}\nCall ${name} at +91 ${phone}`,
      `${name} (${vpa}) sent INR ${digits(5)} to XX${account}; write to ${name.replace(' ', '.')}@mail.example, ref ${utr}, ${code}`,
    ])
    const redacted = redactMail(text)
    for (const part of [...name.split(/[ -]/), vpa, vpa.split('@')[0]!, vpa.split('@')[1]!, utr, account, phone, code])
      expect(redacted.toLowerCase(), `${part} of ${text}`).not.toContain(part.toLowerCase())
    expect(redacted.replaceAll('P2A', '').match(/[0-8]/), redacted).toBeNull()
    expect(redacted.split('\n').length).toBe(text.split('\n').length)
  }
})

describe('every known wording', () => {
  test.each(Object.entries(bankMailExamples))('of %s keeps its structure', (id, { text }) => {
    const template = bankMailTemplates.find((one) => one.id === id)
    if (!template) return
    const plain = text.replaceAll('\u200c', '')
    expect([...plain.matchAll(template.sentence)]).toHaveLength(1)
    expect([...redactMail(plain).matchAll(template.sentence)]).toHaveLength(1)
  })
})

test('what is masked keeps its shape, and twice is once', () => {
  const once = redactMail('Dear Asha K, your A/c XX7722 has INR 1,800.50 on 5-Dec-26 from asha.k-1@okaxis')
  expect(once).toBe('Dear Xxxx X, your A/c XX9999 has INR 9,999.99 on 9-Xxx-99 from xxxx.x-9@xxxxxx')
  expect(redactMail(once)).toBe(once)
})
