import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { iso, isoOrNull, numberOf, oneOf } from '#platform/text/wire-values.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { parseMatchKey, parseSources, type MatchKey, type ProofSource } from './credit.ts'

/** Id of the only row in the audit log. */
export const RULES_ROW = '1'

export const approveModes = ['off', 'on_shift', 'always'] as const
export type ApproveMode = (typeof approveModes)[number]

/** Whether a credit approves a payment without a person. */
export interface ProofRules {
  approve: ApproveMode
  /** The largest payment that is approved without a person. */
  mostAmount: Paise
  /** Approvals without a person in a minute. */
  mostAMinute: number
  /** Hours after which a payment that no proof knows is listed for rejection. */
  rejectHours: number
}

export interface StoredRules extends ProofRules {
  revision: number
  updatedAt: string
}

export async function readProofRules(): Promise<Result<StoredRules>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('proof_rules').select('*').eq('id', 1),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([row]) => ({
    approve: oneOf(approveModes, row!.approve),
    mostAmount: toPaise(row!.most_amount),
    mostAMinute: numberOf(row!.most_a_minute),
    rejectHours: numberOf(row!.reject_hours),
    revision: numberOf(row!.revision),
    updatedAt: iso(row!.updated_at),
  }))
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
  return parsed(answer, (until: string | null) => isoOrNull(until))
}

/** A credit that approved a payment and that a later statement does not have, or that the bank took back. */
export interface UnknownCredit {
  paymentId: string
  orderCode: string
  amount: Paise
  /** 'YYYY-MM-DD', India time; of one that was taken back, when that was. */
  bookedOn: string
}

export interface UnprovenPayment {
  paymentId: string
  orderCode: string
  userName: string | null
  amount: Paise
  createdAt: string
}

export interface ProofState {
  /** Until when an admin is on shift; null when none is. */
  shiftUntil: string | null
  /** `setAside`: mails of the last week that could not be judged. */
  sources: { name: string; seenAt: string | null; fault: string | null; setAside: number }[]
  approvedToday: number
  /** At most 50. */
  unknown: UnknownCredit[]
  /** At most 50, of payments that have valid tickets and were not paid again. */
  takenBack: UnknownCredit[]
  /** Undecided payments that no proof knows after the rules' hours; `listed` has the oldest hundred. */
  unproven: { count: number; listed: UnprovenPayment[] }
  /** Sales at the door by UPI that no credit backs, of the last 90 days; `userName` is the seller. The oldest hundred. */
  door: { count: number; listed: UnprovenPayment[] }
}

interface StateWire {
  shift_until: string | null
  sources: { name: string; seen_at: string | null; fault: string | null; set_aside: number }[]
  approved_today: number
  unknown: UnknownWire[]
  taken_back: UnknownWire[]
  unproven: UnprovenWire
  door: UnprovenWire
}

interface UnknownWire {
  payment_id: string
  order_code: string
  amount: number
  booked_on: string
}

interface UnprovenWire {
  count: number
  payments: {
    payment_id: string
    order_code: string
    user_name: string | null
    amount: number
    created_at: string
  }[]
}

const unknownIn = (row: UnknownWire): UnknownCredit => ({
  paymentId: row.payment_id,
  orderCode: row.order_code,
  amount: toPaise(row.amount),
  bookedOn: row.booked_on,
})

const unprovenIn = (value: UnprovenWire): ProofState['unproven'] => ({
  count: numberOf(value.count),
  listed: value.payments.map((row) => ({
    paymentId: row.payment_id,
    orderCode: row.order_code,
    userName: row.user_name,
    amount: toPaise(row.amount),
    createdAt: iso(row.created_at),
  })),
})

export async function readProofState(): Promise<Result<ProofState>> {
  const answer = await callRead(async () => (await backend({ console: true })).rpc('proof_state'))
  return parsedJson(answer, (value: StateWire) => ({
    shiftUntil: isoOrNull(value.shift_until),
    sources: value.sources.map(({ name, seen_at, fault, set_aside }) => ({
      name,
      seenAt: isoOrNull(seen_at),
      fault,
      setAside: numberOf(set_aside),
    })),
    approvedToday: numberOf(value.approved_today),
    unknown: value.unknown.map(unknownIn),
    takenBack: value.taken_back.map(unknownIn),
    unproven: unprovenIn(value.unproven),
    door: unprovenIn(value.door),
  }))
}

export interface ProofApproval {
  paymentId: string
  orderCode: string
  userName: string | null
  amount: Paise
  approvedAt: string
  key: MatchKey | null
  sources: ProofSource[]
  narration: string | null
  /** Imported statements cover its day and do not have the credit. */
  unknownToStatement: boolean
}

/** Returns the payments that were approved without a person on a day ('YYYY-MM-DD', India time), newest first. */
export async function listProofApprovals(day: string): Promise<Result<ProofApproval[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).rpc('list_proof_approvals', { p_day: day }),
  )
  return parsed(answer, (rows) =>
    rows.map((row) => ({
      paymentId: row.payment_id,
      orderCode: row.order_code,
      userName: row.user_name || null,
      amount: toPaise(row.amount),
      approvedAt: iso(row.approved_at),
      key: parseMatchKey(row.matched_by),
      // Without a credit the row has one source: none.
      sources: parseSources((row.sources ?? []).filter((source) => source !== null)),
      narration: row.narration || null,
      unknownToStatement: row.unknown_to_statement,
    })),
  )
}
