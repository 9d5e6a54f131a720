import { expect, it } from 'vitest'
import type { FailureCode } from '#platform/failure/failure.ts'
import { FINAL_REFUSALS } from '#shop/orders/outbox/send-submission.store.ts'
import { refusalReason } from './payment-phase.ts'

const of = (code: FailureCode, detail?: unknown) => refusalReason({ failure: { code, message: code, detail } })

it('returns a sentence for every final refusal', () => {
  for (const code of FINAL_REFUSALS) expect(of(code, 'MF00000001'), code).toMatch(/^[A-Z].+\.$/)
  expect(of('transaction_used', 'MF7K2QX4MD')).toContain('MF7K2QX4MD')
})

it('returns null for an unknown reason', () => {
  expect(refusalReason({ failure: null })).toBeNull()
  expect(of('transaction_used')).toBeNull()
  expect(of('server')).toBeNull()
})
