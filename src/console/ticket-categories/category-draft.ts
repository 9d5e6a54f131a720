import type { Phase } from '#shop/catalogue/sale/phases.ts'
import type { Paise } from '#shop/prices/money.ts'
import { MAX_GRID_ROWS, widestGridRow } from '#shop/seats/seat-map.ts'
import { MAX_STANDING_PLACES } from '#shop/seats/standing.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import { instantOf } from '../events/event-draft.ts'
import type { Problems } from '../events/event-fields.ts'
import { counted } from '../kit/words/counted.ts'
import { readCount, readPrice } from './prices/numbers.ts'

/** What every form of a ticket category, or price zone, asks, as typed: prices in rupees, moments 'YYYY-MM-DDTHH:MM' in
 * IST and '' without a bound. */
export interface CategoryText {
  name: string
  price: string
  total: string
  phases: PhaseText[]
  /** No price, no fee, no phases; a typed price waits. */
  free: boolean
  /** Seen and sold only with a code that opens it. */
  hidden: boolean
  saleFrom: string
  saleUntil: string
}

/** A price until a moment, or until so many are sold; that of the category follows the last. */
export interface PhaseText {
  name: string
  price: string
  until: string
  untilSold: string
}

/** Limits of the database. */
export const MAX_PHASES = 10
export const MAX_PHASE_NAME = 40
const MAX_NUMBERED = MAX_GRID_ROWS * widestGridRow

export const noPhase: PhaseText = { name: '', price: '', until: '', untilSold: '' }

export const noCategoryText: CategoryText = {
  ...{ name: '', price: '', total: '', phases: [] },
  ...{ free: false, hidden: false, saleFrom: '', saleUntil: '' },
}

export interface Window {
  /** ISO instants; null: no bound. */
  saleFrom: string | null
  saleUntil: string | null
}

/** A category as it is stored. */
interface Stored extends Window {
  name: string
  price: Paise
  phases: readonly Phase[]
  free: boolean
  hidden: boolean
}

const typedPrice = (paise: Paise): string => (paise / 100).toFixed(2).replace(/\.00$/, '')

export const typedMoment = (at: string | null): string => (at === null ? '' : `${dayKey(at)}T${timeKey(at)}`)

export const typedText = (stored: Stored, total: number | null): CategoryText => ({
  name: stored.name,
  price: typedPrice(stored.price),
  total: total === null ? '' : String(total),
  phases: stored.phases.map(({ name, price, until, untilSold }) => ({
    name,
    price: typedPrice(price),
    until: typedMoment(until),
    untilSold: untilSold === null ? '' : String(untilSold),
  })),
  free: stored.free,
  hidden: stored.hidden,
  saleFrom: typedMoment(stored.saleFrom),
  saleUntil: typedMoment(stored.saleUntil),
})

/** Returns an ISO instant; null for no bound, undefined for no such moment. */
export function readMoment(text: string): string | null | undefined {
  if (text === '') return null
  const [day = '', time = ''] = text.split('T')
  return instantOf(day, time) ?? undefined
}

/** Problems whose words differ between the forms. */
interface Words {
  price: string
  tooMany: (most: number, isStanding: boolean) => string
  noEnd: string
  untilSold: string
  /** How many a phase of a category with `total` places may sell at most, and what more are. */
  phaseOf: (total: number | null) => { most: number; problem: string }
}

const untilSold = `Enter a whole number of 1 to ${count(MAX_STANDING_PLACES)}.`

export const pageWords: Words = {
  price: 'Enter a price of 0 rupees or more, with at most two decimals.',
  tooMany: (most, isStanding) =>
    isStanding
      ? `There are at most ${count(most)} standing places.`
      : `Without a layout there are at most ${counted(most, 'seat')}. Draw a layout for more.`,
  noEnd: 'Say when the phase ends: a time, a number, or both.',
  untilSold,
  phaseOf: () => ({ most: MAX_STANDING_PLACES, problem: untilSold }),
}

export const concertWords: Words = {
  price: 'Enter a price in rupees, 0 or more, with at most two decimals.',
  tooMany: (most) => `At most ${count(most)}.`,
  noEnd: 'Say until when, or until how many.',
  untilSold: 'Enter a whole number of at least 1.',
  phaseOf: (total) => ({ most: total ?? Infinity, problem: `The zone has ${count(total ?? 0)}.` }),
}

/** How a form reads a category. Its problems are noted in the order of the fields, their paths beginning with `here`. */
interface Reading {
  here: string
  words: Words
  /** Another one has this name. */
  isTaken?: boolean
  /** Returns its places, after noting what is wrong with them; null while they are not known. */
  places: () => number | null
  window: () => Window
  /** As stored: a moment that is shown as it was keeps its seconds. */
  seen?: readonly Phase[]
}

/** Returns the category, or null after noting its problems. */
export function readText(typed: CategoryText, reading: Reading, problems: Problems) {
  const { here, words, seen } = reading
  const before = Object.keys(problems).length
  const name = typed.name.trim()
  if (!name) problems[`${here}name`] = 'Enter a name, such as Gold.'
  else if (reading.isTaken) problems[`${here}name`] = 'Another zone has this name.'
  const price = typed.free ? 0 : readPrice(typed.price)
  if (price === null) problems[`${here}price`] = words.price
  const total = reading.places()
  const { saleFrom, saleUntil } = reading.window()
  const phases = (typed.free ? [] : typed.phases).flatMap((phase, at) => {
    const path = `${here}phases[${at}].`
    return readPhase(phase, path, words, total, problems, seen?.[at]) ?? []
  })
  if (Object.keys(problems).length > before || price === null) return null
  return { name, price, total, saleFrom, saleUntil, phases, free: typed.free, hidden: typed.hidden }
}

/** Returns how many seats by number or standing places were typed, after noting a problem at `path`. */
export function readTotal(text: string, isStanding: boolean, words: Words, path: string, problems: Problems) {
  const total = readCount(text)
  const most = isStanding ? MAX_STANDING_PLACES : MAX_NUMBERED
  if (total === null || total < 1) problems[path] = 'Enter a whole number of at least 1.'
  else if (total > most) problems[path] = words.tooMany(most, isStanding)
  return total
}

/** Returns the window, after noting its problems. */
export function readWindow(typed: Pick<CategoryText, keyof Window>, here: string, problems: Problems): Window {
  const [saleFrom, saleUntil] = [readMoment(typed.saleFrom), readMoment(typed.saleUntil)]
  if (saleFrom === undefined) problems[`${here}saleFrom`] = 'There is no such date and time.'
  if (saleUntil === undefined) problems[`${here}saleUntil`] = 'There is no such date and time.'
  if (saleFrom && saleUntil && saleUntil <= saleFrom) problems[`${here}saleUntil`] = 'The sale ends after it begins.'
  return { saleFrom: saleFrom ?? null, saleUntil: saleUntil ?? null }
}

function readPhase(
  typed: PhaseText,
  here: string,
  words: Words,
  total: number | null,
  problems: Problems,
  seen: Phase | undefined,
): Phase | null {
  const name = typed.name.trim()
  if (!name) problems[`${here}name`] = 'Enter a name, such as Early bird.'
  const price = readPrice(typed.price)
  if (price === null) problems[`${here}price`] = words.price
  const until = seen && typedMoment(seen.until) === typed.until ? seen.until : readMoment(typed.until)
  if (until === undefined) problems[`${here}until`] = 'There is no such date and time.'
  const isEmpty = typed.untilSold.trim() === ''
  const sold = isEmpty ? null : readCount(typed.untilSold)
  const { most, problem } = words.phaseOf(total)
  if (!isEmpty && (sold === null || sold < 1)) problems[`${here}untilSold`] = words.untilSold
  else if (sold !== null && sold > most) problems[`${here}untilSold`] = problem
  if (until === null && isEmpty) problems[`${here}until`] = words.noEnd
  return price === null ? null : { name, price, until: until ?? null, untilSold: sold }
}
