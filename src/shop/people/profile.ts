import type { EventStatus } from '#shop/catalogue/catalogue.ts'
import type { Instant } from '#platform/time/ist.ts'
import type { Language } from '#platform/text/language.ts'

/** `international`: times name their zone, and links into UPI apps, which need an Indian bank account, are left out. */
export type Region = 'india' | 'international'
export const regions: readonly Region[] = ['india', 'international']

/** What an account says of itself; '' for what was never given. */
export interface Profile {
  name: string
  email: string
  phone: string
  location: string
  /** Where a refund is sent. */
  refundUpiId: string
  /** null: never chosen, the browser's own. */
  language: Language | null
  region: Region
  /** Mail when a payment has been decided. */
  notifyEmail: boolean
  /** ISO instant of the consent to marketing mail; null is no. */
  marketingConsentedAt: string | null
}

/** What can be changed; what is left out stays. */
export type ProfileChange = Partial<
  Pick<Profile, 'name' | 'phone' | 'location' | 'refundUpiId' | 'language' | 'region' | 'notifyEmail'> & {
    marketingConsent: boolean
  }
>

/** The longest name and place that are kept, in characters. */
export const PROFILE_TEXT_MAX = 120

/** As the database reads a telephone number: an optional +, then 6 to 23 digits, spaces, brackets and hyphens. */
const PHONE = /^\+?\d[\d ()-]{5,22}$/
export const isPhone = (text: string): boolean => PHONE.test(text.trim())

/** As the database keeps it: stricter than `isUpiId` about lengths, because somebody is going to type it. */
const REFUND_UPI_ID = /^[A-Za-z0-9._-]{2,80}@[A-Za-z][A-Za-z0-9.-]{1,38}$/
export const isRefundUpiId = (text: string): boolean => REFUND_UPI_ID.test(text.trim())

/** How long after a move a refund can be asked for, in days. */
export const REFUND_DAYS_AFTER_MOVE = 7

interface Refundable {
  eventStatus: EventStatus
  paymentStatus: 'completed' | 'failed'
  revokedAt: string | null
  date: string
  previousDate: string | null
  /** When the event was last moved, and when the ticket was paid for; null while the device does not know. */
  movedAt: string | null
  paidAt: string | null
}

/**
 * Why the money of a ticket can be asked back now, and until when (ms; null without limit); null when it cannot. The
 * database decides by the same rule.
 */
export function refundOffer(
  ticket: Refundable,
  now: Instant,
): { reason: 'cancelled' | 'moved'; until: number | null } | null {
  if (ticket.revokedAt !== null || ticket.paymentStatus === 'failed') return null
  if (ticket.eventStatus === 'cancelled') return { reason: 'cancelled', until: null }
  if (ticket.previousDate === null || ticket.movedAt === null) return null
  const moved = Date.parse(ticket.movedAt)
  if (ticket.paidAt !== null && Date.parse(ticket.paidAt) > moved) return null
  const until = Math.min(moved + REFUND_DAYS_AFTER_MOVE * 86_400_000, Date.parse(ticket.date))
  return new Date(now).getTime() <= until ? { reason: 'moved', until } : null
}
