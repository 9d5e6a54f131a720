import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { boolean, filled, from, instant, list, number, oneOf, orNull, row, text, type Of } from '#platform/text/wire.ts'
import { toPaise, toRupees } from '#shop/prices/money.ts'
import { parseMatchKey, parseSources } from './credit.ts'

/** Id of the only row in the audit log. */
export const RULES_ROW = '1'

export const approveModes = ['off', 'on_shift', 'always'] as const
export type ApproveMode = (typeof approveModes)[number]

const rules = {
  approve: oneOf(approveModes),
  /** The largest payment that is approved without a person. */
  mostAmount: toPaise,
  /** Approvals without a person in a minute. */
  mostAMinute: number,
  /** Hours after which a payment that no proof knows is listed for rejection. */
  rejectHours: number,
}
const parseRules = row(rules)
/** Whether a credit approves a payment without a person. */
export type ProofRules = Of<typeof parseRules>

const parseStored = row({ ...rules, revision: number, updatedAt: instant })
export type StoredRules = Of<typeof parseStored>

export async function readProofRules(): Promise<Result<StoredRules>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('proof_rules').select('*').eq('id', 1),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([found]) => parseStored(found!))
}

/** Saves over the revision that was read. Refusal: changed_meanwhile. */
export async function saveProofRules(revision: number, rules: ProofRules): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('proof_rules')
      .update({
        approve: rules.approve,
        most_amount: toRupees(rules.mostAmount),
        most_a_minute: rules.mostAMinute,
        reject_hours: rules.rejectHours,
        revision,
      })
      .eq('id', 1)
      .select('id'),
  )
  if (!answer.ok) return answer
  // Row security hides the row from users who may not change it.
  return answer.value.length > 0 ? ok(null) : failed('forbidden')
}

/** Puts the caller on shift for 1 to 12 hours (0 ends it); returns until when an admin is on shift, null when none is. */
export async function changeShift(hours: number): Promise<Result<string | null>> {
  const answer = await call(async () => (await backend({ console: true })).rpc('change_shift', { p_hours: hours }))
  return parsed(answer, orNull(instant))
}

const parseUnknown = row({
  paymentId: text,
  orderCode: text,
  amount: toPaise,
  /** 'YYYY-MM-DD', India time; of one that was taken back, when that was. */
  bookedOn: text,
})
/** A credit that approved a payment and that a later statement does not have, or that the bank took back. */
export type UnknownCredit = Of<typeof parseUnknown>

const parseUnproven = row({
  paymentId: text,
  orderCode: text,
  userName: orNull(text),
  amount: toPaise,
  createdAt: instant,
})
export type UnprovenPayment = Of<typeof parseUnproven>
const unproven = row({ count: number, listed: from('payments', list(parseUnproven)) })

const parseProofState = row({
  /** Until when an admin is on shift; null when none is. */
  shiftUntil: orNull(instant),
  /** `setAside`: mails of the last week that could not be judged. */
  sources: list(
    row({
      name: text,
      seenAt: orNull(instant),
      fault: orNull(text),
      setAside: number,
    }),
  ),
  approvedToday: number,
  /** At most 50. */
  unknown: list(parseUnknown),
  /** At most 50, of payments that have valid tickets and were not paid again. */
  takenBack: list(parseUnknown),
  /** Undecided payments that no proof knows after the rules' hours; `listed` has the oldest hundred. */
  unproven,
  /** Sales at the door by UPI that no credit backs, of the last 90 days; `userName` is the seller. The oldest hundred. */
  door: unproven,
})
export type ProofState = Of<typeof parseProofState>

export async function readProofState(): Promise<Result<ProofState>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('proof_state'))
  return parsedJson(answer, parseProofState)
}

const parseProofApproval = row({
  paymentId: text,
  orderCode: text,
  userName: filled,
  amount: toPaise,
  approvedAt: instant,
  key: from('matched_by', parseMatchKey),
  // Without a credit the row has one source: none.
  sources: (sources: (string | null)[] | null) => parseSources((sources ?? []).filter((source) => source !== null)),
  narration: filled,
  /** Imported statements cover its day and do not have the credit. */
  unknownToStatement: boolean,
})
export type ProofApproval = Of<typeof parseProofApproval>

/** Returns the payments that were approved without a person on a day ('YYYY-MM-DD', India time), newest first. */
export async function listProofApprovals(day: string): Promise<Result<ProofApproval[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('list_proof_approvals', { p_day: day }),
  )
  return parsed(answer, list(parseProofApproval))
}
