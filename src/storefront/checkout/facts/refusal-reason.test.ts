import { expect, it } from 'vitest'
import type { FailureCode } from '#platform/failure/failure.ts'
import { FINAL_REFUSALS } from '#shop/orders/outbox/send-submission.store.ts'
import { refusalReason } from './refusal-reason.ts'

const of = (code: FailureCode, detail?: unknown) => refusalReason({ failure: { code, message: code, detail } })

it('has a sentence with what to do for everything that is final', () => {
  for (const code of FINAL_REFUSALS) expect(of(code, 'MF00000001'), code).toMatch(/^[A-Z].+\.$/)
  expect(of('transaction_used', 'MF7K2QX4MD')).toContain('MF7K2QX4MD')
})

it('says nothing that it does not know', () => {
  expect(refusalReason({})).toBeNull()
  expect(of('transaction_used')).toBeNull()
  expect(of('server')).toBeNull()
})
