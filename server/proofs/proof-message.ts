import { nameOfError } from '../log.ts'
import type { Proof } from '#shop/proofs/proof.ts'
import { cashfree } from './gateways/cashfree.ts'
import type { Gateway, MessageHeaders, Refusal } from './gateways/gateway.ts'
import { razorpay } from './gateways/razorpay.ts'
import type { GatewaySettings } from '../settings/gateway-settings.ts'

/** Many times the largest documented message. */
export const MAX_MESSAGE_BYTES = 256 * 1024

/** Stores a proof. Resolves once it is in the database: only then the gateway hears of success. */
export type TakeProof = (proof: Proof, gateway: string) => Promise<unknown>

export interface MessageAnswer {
  status: 200 | 400 | 401 | 422 | 503
  text: string
  /** For the log, without the message's content; null where nothing is wrong. */
  warning: string | null
}

export const connectedGateways = ({ razorpay: forRazorpay, cashfree: forCashfree }: GatewaySettings): Gateway[] => [
  ...(forRazorpay === null ? [] : [razorpay(forRazorpay)]),
  ...(forCashfree === null ? [] : [cashfree(forCashfree)]),
]

const refusals: Record<Refusal['refused'], { status: 400 | 401 | 422; text: string }> = {
  signature: { status: 401, text: 'The signature does not fit.' },
  json: { status: 400, text: 'The message is not a JSON object.' },
  content: { status: 422, text: 'The payment has a form that is not known.' },
}

/**
 * Answers a gateway's message: 200 once its proof is stored or where there is nothing to store, else a status that makes
 * the gateway repeat it.
 */
export async function answerMessage(
  gateway: Gateway,
  headers: MessageHeaders,
  rawBody: Uint8Array,
  take: TakeProof,
  now = new Date(),
): Promise<MessageAnswer> {
  const verdict = gateway.verify(headers, rawBody, now)
  if (verdict === 'ignored') return { status: 200, text: 'Ignored.', warning: null }
  if ('refused' in verdict) {
    return { ...refusals[verdict.refused], warning: `A message for ${gateway.name} was refused (${verdict.refused}).` }
  }
  try {
    await take(verdict, gateway.name)
    return { status: 200, text: 'Stored.', warning: null }
  } catch (error) {
    const warning = `A message of ${gateway.name} could not be stored (${nameOfError(error)}).`
    return { status: 503, text: 'Not stored; send it again.', warning }
  }
}
