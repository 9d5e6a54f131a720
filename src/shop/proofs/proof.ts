import { toRupees, type Paise } from '#shop/prices/money.ts'

/** What says that money came into the shop's account: a bank's mail, a report's row, a gateway's message. */
export interface Proof {
  source: 'report' | 'mail' | 'gateway'
  /** Unique within its source: the same message again is the same proof. */
  externalId: string
  /** When the money was credited; ISO instant. */
  creditedAt: string
  amountPaise: Paise
  /** Twelve digits. */
  utr: string | null
  /** What the payer or the payment link wrote: the order's code may be in it. */
  note: string | null
  payerVpa: string | null
  /** False: a person decides, whatever matches. */
  certain: boolean
  /** Kept with the credit, so that the proof can be checked again. */
  content: Record<string, unknown>
}

export const mailRefusals = [
  'unknown',
  'failed',
  'reversed',
  'not-yet',
  'requested',
  'debited',
  'currency',
  'amount',
  'two-amounts',
  'date',
  'look-alike',
  'truncated',
  'repeated',
  'account',
] as const
/** Why a bank's mail is no proof. `unknown`: no template fits. */
export type MailRefusal = (typeof mailRefusals)[number]

/** Returns the argument of `public.take_proof`; the amount is text, which no JSON reader rounds. */
export const proofInput = (proof: Proof): Record<string, unknown> => ({
  source: proof.source,
  external_id: proof.externalId,
  credited_at: proof.creditedAt,
  amount: toRupees(proof.amountPaise).toFixed(2),
  utr: proof.utr,
  note: proof.note,
  payer_vpa: proof.payerVpa,
  certain: proof.certain,
  content: proof.content,
})
