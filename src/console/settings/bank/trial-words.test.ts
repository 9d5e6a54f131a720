import { expect, test } from 'vitest'
import { trialReasons, trialSteps, type MailTrial, type TrialReason, type TrialStep } from '#shop/proofs/mail-trial.ts'
import { stepWords, trialFailureText, verdictWords } from './trial-words.ts'

const trial = (change: Partial<MailTrial>): MailTrial => ({
  ...{ steps: [], read: null, outcome: 'approves', doubts: [], reason: null, isOld: false },
  ...change,
})
const said = (step: TrialStep, holds: boolean | null, reason: TrialReason | null, of: string | null) =>
  stepWords({ step, holds, reason, of })
const failing = (step: TrialStep, reason: TrialReason) => ({ step, holds: false, reason, of: null })

test('the verdict says what would become of a mail, and why', () => {
  expect(verdictWords(trial({}))).toEqual({
    kind: 'ok',
    text: 'It would count, and may approve a payment by the rules above.',
  })
  expect(verdictWords(trial({ isOld: true })).text).toBe(
    'A new mail like this would count, and may approve a payment by the rules above. This one is too old.',
  )
  expect(verdictWords(trial({ outcome: 'person', doubts: ['no-utr', 'unconfirmed'] }))).toEqual({
    kind: 'warn',
    text: 'It would count, but approve nothing by itself: it has no UTR of twelve digits, and its wording is unconfirmed. Staff would see its credit.',
  })
  expect(verdictWords(trial({ outcome: 'unjudged', reason: 'dns' })).text).toMatch(/^The name server did not answer/)
  const of = (step: TrialStep) =>
    verdictWords(trial({ outcome: 'refused', reason: 'bank', steps: [failing(step, 'bank')] })).text
  expect(of('bank')).toMatch(/^It would not count. Its domain is none/)
  expect(of('alignment')).toMatch(/^It would not count. No signature is of the bank/)
  for (const reason of trialReasons)
    expect(verdictWords(trial({ outcome: 'refused', reason })).text).toMatch(/\. \S.{10,}\.$/)
})

test('each step says if it holds, and about what', () => {
  expect(said('bank', true, null, 'hdfcbank.net')).toEqual({ kind: 'ok', mark: 'Holds', text: 'hdfcbank.net' })
  const text = expect.stringMatching(/^x\.example · Its domain/)
  expect(said('bank', false, 'bank', 'x.example')).toMatchObject({ kind: 'bad', text })
  expect(said('fresh', false, 'stale', '2026-11-01T10:00:00Z')).toMatchObject({ kind: 'warn', mark: 'Too old' })
  expect(said('fresh', false, 'future', null)).toMatchObject({ kind: 'bad' })
  const silent = expect.stringContaining('name server')
  expect(said('signature', null, 'dns', null)).toMatchObject({ kind: 'off', text: silent })
  const unjudged = { kind: 'off', mark: 'Not judged', text: '' }
  for (const step of trialSteps) expect(said(step, null, null, null)).toEqual(unjudged)
})

test('a failure has its sentence', () => {
  expect(trialFailureText({ code: 'server', message: '', status: 404 })).toContain(
    'Save the address that the bank writes to',
  )
  expect(trialFailureText({ code: 'forbidden', message: '', status: 403 })).toBe('Only admins may do this.')
  expect(trialFailureText({ code: 'rate_limited', message: '', status: 429 })).toContain('Thirty mails')
  expect(trialFailureText({ code: 'unreachable', message: '' })).toContain('no connection')
})
