import { createHash } from 'node:crypto'
import type { Proof } from '#shop/proofs/proof.ts'

/** Lower-case names, as Node and `Headers` give them. */
export type MessageHeaders = Readonly<Record<string, string | string[] | undefined>>

/** `signature`: not from the gateway; `json`: not JSON; `content`: a payment in a form that is not known. */
export interface Refusal {
  refused: 'signature' | 'json' | 'content'
}

/** Reads a payment gateway's messages. One payment is one proof, whatever the number and order of its messages. */
export interface Gateway {
  /** Last part of the address that the gateway calls. */
  name: 'razorpay' | 'cashfree'
  /**
   * Checks the signature before anything is read. `ignored` is a true message that says nothing of money that came in
   * (failed, authorised, refunded, another currency): it has to be answered with success, or the gateway repeats it and
   * disables the address in the end.
   */
  verify(headers: MessageHeaders, rawBody: Uint8Array, now: Date): Proof | 'ignored' | Refusal
}

export const headerOf = (headers: MessageHeaders, name: string): string => {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}

/** Returns the object of a JSON text; null for anything else. */
export function readJson(rawBody: Uint8Array): Fields | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody))
    return isFields(value) ? value : null
  } catch {
    return null
  }
}

export type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns an object's fields; none for anything else, so that what payers can write never stops a message. */
export const fields = (value: unknown): Fields => (isFields(value) ? value : {})

/** Text that the database can store: without control signs (jsonb refuses NUL) and halves of surrogate pairs. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number'
    ? String(value).toWellFormed().replace(/\p{Cc}+/gu, ' ').trim() // prettier-ignore
    : ''

const MAX_NOTE_LENGTH = 500
const MAX_PART_LENGTH = 120

/** Joins what the payer and the payment link wrote, 500 signs at most; null without any. */
export function noteOf(parts: readonly unknown[]): string | null {
  const texts = new Set(parts.map((part) => cut(textOf(part), MAX_PART_LENGTH)).filter((text) => text !== ''))
  return cut([...texts].join(' · '), MAX_NOTE_LENGTH) || null
}

/** Cuts between signs, not within one. */
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed()

/** Returns twelve digits, but not twelve times one digit; else null. */
export const utrOf = (value: unknown): string | null => {
  const text = textOf(value)
  return /^\d{12}$/.test(text) && !/^(\d)\1+$/.test(text) ? text : null
}

export const vpaOf = (value: unknown): string | null => {
  const text = textOf(value)
  return /^[^\s@]{1,120}@[^\s@]{1,60}$/.test(text) ? text : null
}

/** The first of the times that can be read, but not later than `now`: clocks differ. */
export function creditedAt(times: readonly (number | string | null | undefined)[], now: Date): string {
  const read = times.flatMap((time) => {
    if (typeof time === 'number') return Number.isSafeInteger(time) && time > 0 ? [time * 1_000] : []
    const at = typeof time === 'string' ? Date.parse(time) : Number.NaN
    return Number.isNaN(at) ? [] : [at]
  })
  return new Date(Math.min(read[0] ?? now.getTime(), now.getTime())).toISOString()
}

/**
 * What is kept of a message: how it was signed, the SHA-256 of its body, and what the proof says. Not the body: it has the
 * payer's telephone and address, which nothing here needs, and which deleting an account would not reach.
 */
export const contentOf = (
  gateway: Gateway['name'],
  signed: Fields,
  rawBody: Uint8Array,
  says: Pick<Proof, 'externalId' | 'creditedAt' | 'amountPaise' | 'utr' | 'note' | 'payerVpa'> & { status: string },
): Record<string, unknown> => ({
  gateway,
  ...signed,
  body_sha256: createHash('sha256').update(rawBody).digest('hex'),
  id: says.externalId,
  status: says.status,
  credited_at: says.creditedAt,
  amount_paise: says.amountPaise,
  utr: says.utr,
  note: says.note,
  payer_vpa: says.payerVpa,
})
