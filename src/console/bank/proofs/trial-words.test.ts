import { expect, test } from 'vitest'
import { trialReasons, trialSteps, type MailTrial, type TrialReason, type TrialStep } from '#shop/proofs/mail-trial.ts'
import { stepWords, trialFailureText, verdictWords } from './trial-words.ts'

const trial = (change: Partial<MailTrial>): MailTrial => ({
  steps: [],
  read: null,
  outcome: 'approves',
  doubts: [],
  reason: null,
  isOld: false,
  ...change,
})
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
  expect(stepWords({ step: 'bank', holds: true, reason: null, of: 'hdfcbank.net' })).toEqual({
    kind: 'ok',
    mark: 'Holds',
    text: 'hdfcbank.net',
  })
  expect(stepWords({ step: 'bank', holds: false, reason: 'bank', of: 'x.example' })).toMatchObject({
    kind: 'bad',
    text: expect.stringMatching(/^x\.example · Its domain/),
  })
  expect(stepWords({ step: 'fresh', holds: false, reason: 'stale', of: '2026-11-01T10:00:00Z' })).toMatchObject({
    kind: 'warn',
    mark: 'Too old',
  })
  expect(stepWords({ step: 'fresh', holds: false, reason: 'future', of: null })).toMatchObject({ kind: 'bad' })
  expect(stepWords({ step: 'signature', holds: null, reason: 'dns', of: null })).toMatchObject({
    kind: 'off',
    text: expect.stringContaining('name server'),
  })
  for (const step of trialSteps)
    expect(stepWords({ step, holds: null, reason: null, of: null })).toEqual({
      kind: 'off',
      mark: 'Not judged',
      text: '',
    })
})

test('a failure has its sentence', () => {
  expect(trialFailureText({ code: 'server', message: '', status: 404 })).toContain('This server reads no mails so far')
  expect(trialFailureText({ code: 'forbidden', message: '', status: 403 })).toBe('Only admins may do this.')
  expect(trialFailureText({ code: 'rate_limited', message: '', status: 429 })).toContain('Thirty mails')
  expect(trialFailureText({ code: 'unreachable', message: '' })).toContain('no connection')
})
