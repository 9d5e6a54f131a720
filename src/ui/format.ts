import { t } from './messages/messages.ts'
import { exactRupees, grouped, rupees } from './rupees.ts'

export { exactRupees, rupees } from './rupees.ts'

/** The price of what may be free: '₹1,500', 'Free'. A price of 0 alone still has a fee. */
export const priceWords = (paise: number, free?: boolean): string => (free ? t('common.free') : rupees(paise))

/** Says what an order costs: '₹1,800.00', 'Free'. */
export const totalWords = (paise: number): string => (paise === 0 ? t('common.free') : exactRupees(paise))

/** Returns a city in the reader's script, where its name is known; else as it is stored. */
export const cityWords = (name: string): string => t('common.city', { name })

/** Returns '1,25,000' */
export const count = (n: number): string => grouped(n.toFixed(0))

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Returns 'just now', '3 min ago', '2 h ago', '5 days ago'. A future moment is 'just now'. */
export function ago(at: number, now: number): string {
  const age = now - at
  if (age < MINUTE_MS) return t('common.ago.now')
  if (age < HOUR_MS) return t('common.ago.minutes', { n: Math.floor(age / MINUTE_MS) })
  if (age < DAY_MS) return t('common.ago.hours', { n: Math.floor(age / HOUR_MS) })
  return t('common.ago.days', { n: Math.floor(age / DAY_MS) })
}

/** Returns 'm:ss', from an hour on 'h:mm:ss'; never below 0:00. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const pad = (n: number): string => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const rest = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`
  return hours > 0 ? `${hours}:${rest}` : `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`
}
