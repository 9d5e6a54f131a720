import { toRupees } from '#shop/prices/money.ts'
import type { Proof } from '#shop/proofs/proof.ts'

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
