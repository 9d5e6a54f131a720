import type { MailTrial, TrialDoubt, TrialReason, TrialResult, TrialStep } from '#shop/proofs/mail-trial.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import type { StateKind } from '#ui/display/state-mark.tsx'
import { whyFailed } from '../../kit/why-failed.ts'

export const stepLabels: Readonly<Record<TrialStep, string>> = {
  mail: 'One mail with one sender',
  bank: 'From a bank that the shop knows',
  signature: 'Signed, and unchanged since',
  alignment: 'Signed by that bank',
  whole: 'Signed as a whole',
  fresh: 'Fresh',
  address: 'To your address',
  template: 'In a wording that the shop knows',
  reading: 'Read without a doubt',
}

const reasonWords: Readonly<Record<TrialReason, string>> = {
  'too-large': 'It is larger than 1 MB.',
  unreadable: 'It cannot be read as a mail. Choose the whole mail, with its headers.',
  headers: 'From, To, Subject or Date is missing or there twice. Choose the whole mail, with its headers.',
  from: 'It has not exactly one address in From.',
  bank: 'Its domain is none that the shop knows of a bank.',
  unsigned: 'It has no DKIM signature. Forwarding and copying lose it.',
  signature:
    'Its signature does not fit: it was changed on its way or while copying, or the bank has another key by now.',
  dns: 'The name server did not answer, so the key of its signature is not known. Try again.',
  expired: 'Its signature was valid for some days that are over.',
  stale: 'It, or the money it tells of, is too old to count today.',
  future: 'Its date is to come.',
  'partly-signed': 'Only a part of its body is signed: anybody can add the rest.',
  'unsigned-header': 'From, To, Subject, Date or Content-Type is not signed.',
  to: 'It is to another address than the shop’s at its bank.',
  unknown: 'No template of this bank reads it: its wording is another.',
  failed: 'It tells of a payment that failed.',
  reversed: 'It tells of money that went back or is on hold.',
  'not-yet': 'It tells of money that is still to come.',
  requested: 'It tells of a request to pay.',
  debited: 'It tells of money that went out.',
  currency: 'It names another currency.',
  amount: 'Its amount cannot be read.',
  'two-amounts': 'It names two amounts.',
  date: 'Its day cannot be read, or does not fit the mail’s own date.',
  'look-alike': 'It has letters or digits that only look like Latin ones.',
  truncated: 'Its text was cut.',
  repeated: 'The bank’s sentence is in it twice: another person may have written one.',
  account: 'It is about another account.',
}

const doubtWords: Readonly<Record<TrialDoubt, string>> = {
  'no-utr': 'it has no UTR of twelve digits',
  unconfirmed: 'its wording is unconfirmed',
  'too-long': 'it is too long to be kept for a later check',
}

const ofSigners = 'No signature is of the bank in From. A forwarded mail has the signature of its forwarder.'

/** Says a step's mark and sentence; an empty sentence where there is nothing to say. */
export function stepWords({ step, holds, reason, of }: TrialResult): { kind: StateKind; mark: string; text: string } {
  const about = step === 'fresh' && of !== null ? `Sent ${formatDayTime(of)}` : (of ?? '')
  if (holds === true) return { kind: 'ok', mark: 'Holds', text: about }
  const why = reason === null ? '' : step === 'alignment' ? ofSigners : reasonWords[reason]
  const text = [step === 'address' || step === 'template' ? '' : about, why].filter(Boolean).join(' · ')
  if (holds === null) return { kind: 'off', mark: 'Not judged', text: reason === 'dns' ? why : '' }
  const isAge = step === 'fresh' && (reason === 'stale' || reason === 'expired')
  return { kind: isAge ? 'warn' : 'bad', mark: isAge ? 'Too old' : 'Does not hold', text }
}

/** Says what would become of such a mail if its bank sent it. */
export function verdictWords({ outcome, doubts, reason, isOld, steps }: MailTrial): {
  kind: 'ok' | 'warn' | 'bad'
  text: string
} {
  const it = isOld ? 'A new mail like this' : 'It'
  const old = isOld ? ' This one is too old.' : ''
  if (outcome === 'approves')
    return { kind: 'ok', text: `${it} would count, and may approve a payment by the rules above.${old}` }
  if (outcome === 'person') {
    const why = doubts.map((doubt) => doubtWords[doubt]).join(', and ')
    return {
      kind: 'warn',
      text: `${it} would count, but approve nothing by itself: ${why}. Staff would see its credit.${old}`,
    }
  }
  if (outcome === 'unjudged') return { kind: 'warn', text: reasonWords.dns }
  const first = steps.find(({ holds }) => holds === false)
  const why = reason === 'bank' && first?.step === 'alignment' ? ofSigners : reason === null ? '' : reasonWords[reason]
  return { kind: 'bad', text: `It would not count. ${why}`.trim() }
}

export function trialFailureText(failure: Failure): string {
  if (failure.status === 404)
    return 'Save the address that the bank writes to and the last digits of the account first.'
  if (failure.code === 'file_refused') return reasonWords['too-large']
  if (failure.code === 'rate_limited') return 'Thirty mails in ten minutes can be tried. Wait a little.'
  return whyFailed(failure)
}
