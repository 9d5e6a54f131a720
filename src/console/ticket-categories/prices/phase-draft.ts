import type { Phase } from '#shop/catalogue/sale/phases.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { MAX_STANDING_PLACES } from '#shop/seats/standing.ts'
import { count } from '#ui/format.ts'
import { instantOf } from '../../events/event-draft.ts'
import { readCount, readPrice } from './numbers.ts'

/** A phase as typed; `until` as 'YYYY-MM-DDTHH:MM' in IST. Empty text: no such end. */
export interface TypedPhase {
  name: string
  price: string
  until: string
  untilSold: string
}
export type PhaseProblems = Partial<Record<keyof TypedPhase, string>>

/** Limits of the database. */
export const MAX_PHASES = 10
export const MAX_PHASE_NAME = 40

export const noPhase: TypedPhase = { name: '', price: '', until: '', untilSold: '' }

export const typedPhase = ({ name, price, until, untilSold }: Phase): TypedPhase => ({
  name,
  price: (price / 100).toFixed(2).replace(/\.00$/, ''),
  until: until === null ? '' : `${dayKey(until)}T${timeKey(until)}`,
  untilSold: untilSold === null ? '' : String(untilSold),
})

/** Returns the phase, or a problem for each field. A moment shown as in `seen` keeps its seconds. */
export function readPhase(typed: TypedPhase, seen?: Phase): { phase: Phase } | { problems: PhaseProblems } {
  const problems: PhaseProblems = {}
  const name = typed.name.trim()
  if (!name) problems.name = 'Enter a name, such as Early bird.'
  const price = readPrice(typed.price)
  if (price === null) problems.price = 'Enter a price of 0 rupees or more, with at most two decimals.'
  const [day = '', time = ''] = typed.until.split('T')
  const same = seen && typedPhase(seen).until === typed.until
  const until = typed.until === '' ? null : same ? seen.until : (instantOf(day, time) ?? undefined)
  if (until === undefined) problems.until = 'There is no such date and time.'
  const untilSold = typed.untilSold === '' ? null : readCount(typed.untilSold)
  const wrong = typed.untilSold !== '' && (untilSold === null || untilSold < 1 || untilSold > MAX_STANDING_PLACES)
  if (wrong) problems.untilSold = `Enter a whole number of 1 to ${count(MAX_STANDING_PLACES)}.`
  if (until === null && untilSold === null && !wrong)
    problems.until = 'Say when the phase ends: a time, a number, or both.'
  if (Object.keys(problems).length > 0 || price === null || until === undefined) return { problems }
  return { phase: { name, price, until, untilSold } }
}

/** Returns the phases, or null after noting which rows have problems. */
export function readPhaseList(
  typed: readonly TypedPhase[],
  problems: { phases?: PhaseProblems[] },
  seen: readonly Phase[] = [],
): Phase[] | null {
  const read = typed.map((one, index) => readPhase(one, seen[index]))
  const wrong = read.map((one) => ('problems' in one ? one.problems : {}))
  if (wrong.some((one) => Object.keys(one).length > 0)) {
    problems.phases = wrong
    return null
  }
  return read.flatMap((one) => ('phase' in one ? [one.phase] : []))
}
