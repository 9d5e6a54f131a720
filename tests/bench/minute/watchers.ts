import { setTimeout as sleep } from 'node:timers/promises'
import type { Answers } from './answers.ts'
import { availabilityPath, FROM_BROWSER, readAvailability, type Availability } from './availability.ts'
import { encode, headerOf, HttpPool } from './http-client.ts'
import { from } from './requests.ts'

/** A client that looks at the seat map of one category. */
export interface Watcher {
  number: number
  category: string
  /** When it comes, in ms after the beginning. */
  comesAt: number
}

export interface Watching {
  pool: HttpPool
  answers: Answers
  /** Asked before the first look at the seats. */
  page?: string
  /** By `performance.now()`: none asks later. */
  until(): number
  onAnswer?: (watcher: Watcher, answer: Availability) => void
}

/** A client asks this much earlier or later than the answer says, so that clients do not meet. */
const JITTER = 0.1
/** After an answer that failed. */
const RETRY_SECONDS = 2

/** Watches by the contract of seat_availability: asks for the changes since its version, when the last answer said. */
export async function watch(watcher: Watcher, { pool, answers, page, until, onAnswer }: Watching): Promise<void> {
  const left = (): number => until() - performance.now()
  const origin = from(addressOf(watcher.number))
  await sleep(watcher.comesAt)
  if (page && left() > 0)
    await answers.note('event page', pool.ask(encode({ path: page, headers: { ...PAGE, ...origin } })))
  let known: Availability | null = null
  let last = { path: '', etag: '' }
  while (left() > 0) {
    const path = availabilityPath(watcher.category, known?.version)
    // A browser's cache asks whether its copy of the same address is still true.
    const again: Record<string, string> = path === last.path && last.etag !== '' ? { 'if-none-match': last.etag } : {}
    const request = encode({ path, headers: { ...FROM_BROWSER, ...origin, ...again } })
    const reply = await answers.note('taken seats', pool.ask(request), [200, 304])
    let seconds = known?.again ?? RETRY_SECONDS
    if (reply?.status === 200) {
      known = readAvailability(reply)
      last = { path, etag: headerOf(reply, 'etag') ?? '' }
      seconds = known.again
      onAnswer?.(watcher, known)
    }
    const wait = seconds * 1_000 * (1 - JITTER + 2 * JITTER * Math.random())
    await sleep(Math.min(wait, Math.max(0, left())))
  }
}

export const PAGE = { accept: 'text/html', 'accept-encoding': 'br' }

/** Ten people share an address, as at home or behind a carrier. */
export const addressOf = (number: number): string => {
  const at = Math.floor(number / 10)
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}
