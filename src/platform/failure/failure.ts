import type { RefusalCode } from '#shop/refusals/refusal-codes.ts'

/**
 * Everything that can go wrong, as one closed union. `to-failure.ts` makes a Failure from what the server answered, the
 * component that acted words it.
 */
export type FailureCode =
  | RefusalCode
  /** No answer: no network, no server, or a proxy's page instead of ours. Worth trying again. */
  | 'unreachable'
  /** The session ended or was refused (401). Keep everything, ask for sign-in. */
  | 'signed_out'
  /** 429 from the server's own limits. */
  | 'rate_limited'
  /** The uploaded file was refused (size or type). */
  | 'file_refused'
  /** E-mail or password wrong, address taken, weak password …: `message` is the auth service's sentence. */
  | 'auth'
  /** The device's own storage failed; `detail` is 'full' when it has no room. */
  | 'storage'
  /** 5xx, or an answer we do not understand. Worth trying again. */
  | 'server'

export interface Failure {
  code: FailureCode
  /** For logs and for auth sentences; never shown to a customer otherwise. */
  message: string
  /** Parsed `detail` of a refusal (lost seats, an order code, …); undefined when there is none. */
  detail?: unknown
  /** The database's own sentence about it, in English; for staff. */
  hint?: string
  /** HTTP status when there was an answer. */
  status?: number
}

export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })
export const failed = (code: FailureCode, message: string = code, more: Partial<Failure> = {}): Result<never> => ({
  ok: false,
  failure: { code, message, ...more },
})

/** True when the request is fine and its sender has to sign in (again) first. */
export const needsSignIn = (failure: Failure): boolean =>
  failure.code === 'signed_out' || failure.code === 'not_signed_in'

/** True when the same request may succeed later without anybody changing anything. */
export const mayPassLater = (failure: Failure): boolean =>
  failure.code === 'unreachable' ||
  failure.code === 'server' ||
  failure.code === 'rate_limited' ||
  failure.code === 'storage'

/** `detail` of a `storage` failure when the device, or what the browser gives the shop of it, is full. */
export const STORE_FULL = 'full'

/** True when the device could not keep something because it is full. */
export const isFull = (failure: Failure): boolean => failure.code === 'storage' && failure.detail === STORE_FULL
