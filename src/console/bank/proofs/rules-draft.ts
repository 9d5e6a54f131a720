import type { ApproveMode, ProofRules } from '#shop/bank/proofs.api.ts'
import { toPaise } from '#shop/prices/money.ts'
import { exactRupees } from '#ui/format.ts'

export type RulesField = 'approve' | 'mostAmount' | 'mostAMinute' | 'rejectHours'

/** As typed; `approve` is chosen. */
export interface RulesDraft {
  approve: ApproveMode
  mostAmount: string
  mostAMinute: string
  rejectHours: string
}

/** Limits of the database. */
const MAX_RUPEES = 9_999_999
const MAX_A_MINUTE = 1_000
const MAX_REJECT_HOURS = 720

export const rulesLabels: Readonly<Record<RulesField, string>> = {
  approve: 'Approve automatically',
  mostAmount: 'Largest payment, in rupees',
  mostAMinute: 'Approvals in a minute',
  rejectHours: 'Hours to wait for the money',
}

export const modeWords: Readonly<Record<ApproveMode, { label: string; hint: string }>> = {
  off: { label: 'Off', hint: 'A person decides every payment.' },
  on_shift: {
    label: 'Only while an admin is on shift',
    hint: 'As long as an admin’s shift, below, lasts. Otherwise payments wait for a person.',
  },
  always: { label: 'Always', hint: 'Day and night.' },
}

export const rulesDraftOf = (rules: ProofRules): RulesDraft => ({
  approve: rules.approve,
  mostAmount: (rules.mostAmount / 100).toFixed(2).replace(/\.00$/, ''),
  mostAMinute: String(rules.mostAMinute),
  rejectHours: String(rules.rejectHours),
})

export type RulesRead = { ok: true; rules: ProofRules } | { ok: false; problems: Partial<Record<RulesField, string>> }

/** Returns the rules, or a problem for each field. */
export function readRulesDraft(draft: RulesDraft): RulesRead {
  const problems: Partial<Record<RulesField, string>> = {}
  const rupees = draft.mostAmount.replace(/[₹,\s]/g, '')
  const isAmount = /^\d{1,7}(\.\d{1,2})?$/.test(rupees) && Number(rupees) > 0 && Number(rupees) <= MAX_RUPEES
  if (!isAmount) problems.mostAmount = 'Write an amount such as 10000 or 10,000.50.'
  const numberFrom = (field: 'mostAMinute' | 'rejectHours', most: number): number => {
    const typed = draft[field].trim()
    const n = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
    if (n < 1 || n > most) problems[field] = `A number from 1 to ${most}.`
    return n
  }
  const mostAMinute = numberFrom('mostAMinute', MAX_A_MINUTE)
  const rejectHours = numberFrom('rejectHours', MAX_REJECT_HOURS)
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  return { ok: true, rules: { approve: draft.approve, mostAmount: toPaise(rupees), mostAMinute, rejectHours } }
}

/** Says what a draft does, as long as it can be read. */
export function rulesSentence(draft: RulesDraft): string {
  const read = readRulesDraft(draft)
  if (!read.ok) return 'Some of it cannot be read yet.'
  const { approve, mostAmount, mostAMinute } = read.rules
  if (approve === 'off') return 'A person approves every payment. Money that has come in is still shown beside it.'
  const when = approve === 'on_shift' ? 'While an admin is on shift, a' : 'A'
  return `${when} payment of up to ${exactRupees(mostAmount)} is approved at once, and its tickets are made, when exactly its money came in with its order code or UTR and nothing else has to be checked: at most ${mostAMinute} in a minute. Everything else waits for a person.`
}
