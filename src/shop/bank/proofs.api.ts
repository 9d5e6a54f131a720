import type { Result } from '#platform/failure/failure.ts'
import {
  boolean,
  columnsOf,
  filled,
  from,
  instant,
  list,
  number,
  oneOf,
  orNull,
  row,
  text,
  type Of,
} from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { readRow, updateRow } from '#platform/supabase/rows.ts'
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

export const readProofRules = (): Promise<Result<StoredRules>> =>
  readRow((client) => client.from('proof_rules').select('*').eq('id', 1), parseStored)

/** Saves over the revision that was read. Refusals: changed_meanwhile, forbidden (row security hides the row). */
export const saveProofRules = (revision: number, values: ProofRules): Promise<Result<null>> =>
  updateRow(
    'proof_rules',
    1,
    { ...columnsOf(rules, values), most_amount: toRupees(values.mostAmount), revision },
    'forbidden',
  )

/** Puts the caller on shift for 1 to 12 hours (0 ends it); returns until when an admin is on shift, null when none is. */
export const changeShift = (hours: number): Promise<Result<string | null>> =>
  asStaff.call('change_shift', { p_hours: hours }, orNull(instant))

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

export const readProofState = (): Promise<Result<ProofState>> => asStaff.read('proof_state', {}, parseProofState)

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
export const listProofApprovals = (day: string): Promise<Result<ProofApproval[]>> =>
  asStaff.read('list_proof_approvals', { p_day: day }, list(parseProofApproval))
