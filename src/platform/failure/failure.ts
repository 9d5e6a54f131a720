import type { RefusalCode } from '#shop/refusals/refusal-codes.ts'

/** Everything that can go wrong. `to-failure.ts` makes it; the component that acted words it. */
export type FailureCode =
  | RefusalCode
  /** No network, no server, or a proxy's page. Worth retrying. */
  | 'unreachable'
  /** The session ended or was refused (401). Keep everything and ask for sign-in. */
  | 'signed_out'
  | 'rate_limited'
  | 'file_refused'
  /** `message` is the auth service's sentence: wrong password, address taken, … */
  | 'auth'
  /** `detail` is STORE_FULL when the device has no room. */
  | 'storage'
  /** 5xx, or an unknown answer. Worth retrying. */
  | 'server'

export interface Failure {
  code: FailureCode
  /** For logs. Customers only see it for `auth`. */
  message: string
  detail?: unknown
  /** The database's own sentence, in English, for staff. */
  hint?: string
  status?: number
}

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const failed = (code: FailureCode, message: string = code, more: Partial<Failure> = {}): Result<never> => ({
  ok: false,
  failure: { code, message, ...more },
})

/** Who failed: this device's store, the way to the shop, or the shop. */
export type Failed = 'device' | 'network' | 'shop'

export function whoFailed({ code }: Pick<Failure, 'code'>): Failed {
  if (code === 'storage') return 'device'
  return code === 'unreachable' ? 'network' : 'shop'
}

/** True when the sender has to sign in first. */
export const needsSignIn = (failure: Failure): boolean =>
  failure.code === 'signed_out' || failure.code === 'not_signed_in'

/** True when the same request may succeed later. */
export const isRetryable = (failure: Failure): boolean =>
  failure.code === 'unreachable' ||
  failure.code === 'server' ||
  failure.code === 'rate_limited' ||
  failure.code === 'storage'

export const STORE_FULL = 'full'

export const isFull = (failure: Failure): boolean => failure.code === 'storage' && failure.detail === STORE_FULL
