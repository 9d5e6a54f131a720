import type { CategoryEdit, NewCategory } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { MAX_GRID_ROWS, widestGridRow } from '#shop/seats/seat-map.ts'
import { MAX_STANDING_PLACES } from '#shop/seats/standing.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { count } from '#ui/format.ts'
import { instantOf } from '../events/event-draft.ts'
import { readCount, readPrice } from './prices/numbers.ts'
import { readPhaseList, typedPhase, type PhaseProblems, type TypedPhase } from './prices/phase-draft.ts'
import { counted } from '../kit/words/counted.ts'

type CategoryKind = 'seats' | 'standing'

export interface TypedCategory {
  eventId: string
  name: string
  /** In rupees. */
  price: string
  total: string
  sold: string
  kind: CategoryKind
  /** '' for rows by number. */
  layoutId: string
  /** 'YYYY-MM-DDTHH:MM' in IST; '' for no bound. */
  saleFrom: string
  saleUntil: string
  phases: TypedPhase[]
  /** No price, no fee, no phases; a typed price waits. */
  free: boolean
  hidden: boolean
}
/** The fields that are text. */
export type CategoryField = Exclude<keyof TypedCategory, 'phases' | 'free' | 'hidden'>

export type CategoryProblems = Partial<Record<CategoryField, string>> & { phases?: PhaseProblems[] }

/** A limit of the database without a layout. */
const TOTAL_MAX = MAX_GRID_ROWS * widestGridRow
const tooMany = `Without a layout there are at most ${counted(TOTAL_MAX, 'seat')}. Draw a layout for more.`
const tooManyStanding = `There are at most ${count(MAX_STANDING_PLACES)} standing places.`
const notWhole = 'Enter a whole number of at least 1.'

export const noCategory = (eventId: string): TypedCategory => ({
  eventId,
  name: '',
  price: '',
  total: '',
  sold: '0',
  kind: 'seats',
  layoutId: '',
  saleFrom: '',
  saleUntil: '',
  phases: [],
  free: false,
  hidden: false,
})

export const typedOfCategory = (row: CategoryListRow): TypedCategory => ({
  eventId: row.eventId,
  name: row.name,
  price: (row.price / 100).toFixed(2).replace(/\.00$/, ''),
  total: String(row.totalTickets),
  sold: String(row.ticketsSold),
  kind: row.standing ? 'standing' : 'seats',
  layoutId: row.layout?.id ?? '',
  saleFrom: typedMoment(row.saleFrom),
  saleUntil: typedMoment(row.saleUntil),
  phases: row.phases.map(typedPhase),
  free: row.free,
  hidden: row.hidden,
})

export const typedMoment = (at: string | null): string => (at === null ? '' : `${dayKey(at)}T${timeKey(at)}`)

/** Returns an ISO instant; null for no bound, undefined for no such moment. */
export function readMoment(text: string): string | null | undefined {
  if (text === '') return null
  const [day = '', time = ''] = text.split('T')
  return instantOf(day, time) ?? undefined
}

interface Window {
  saleFrom: string | null
  saleUntil: string | null
}

/** Returns the window, or null after noting its problems. */
function readWindow(typed: TypedCategory, problems: CategoryProblems): Window | null {
  const [saleFrom, saleUntil] = [readMoment(typed.saleFrom), readMoment(typed.saleUntil)]
  if (saleFrom === undefined) problems.saleFrom = 'There is no such date and time.'
  if (saleUntil === undefined) problems.saleUntil = 'There is no such date and time.'
  if (saleFrom === undefined || saleUntil === undefined) return null
  if (saleFrom === null || saleUntil === null || saleUntil > saleFrom) return { saleFrom, saleUntil }
  problems.saleUntil = 'The sale ends after it begins.'
  return null
}

const mostTickets = (kind: CategoryKind): { most: number; problem: string } =>
  kind === 'standing' ? { most: MAX_STANDING_PLACES, problem: tooManyStanding } : { most: TOTAL_MAX, problem: tooMany }

/** Returns the category, or a problem for each field. With a layout, the total is the layout's. */
export function readNewCategory(
  typed: TypedCategory,
): { category: NewCategory; layoutId: string | null } | { problems: CategoryProblems } {
  const problems: CategoryProblems = {}
  if (!typed.eventId) problems.eventId = 'Choose an event.'
  if (!typed.name.trim()) problems.name = 'Enter a name, such as Gold.'
  const price = typed.free ? 0 : readPrice(typed.price)
  if (price === null) problems.price = 'Enter a price of 0 rupees or more, with at most two decimals.'
  const standing = typed.kind === 'standing'
  const layoutId = standing ? null : typed.layoutId || null
  const total = layoutId ? 1 : readCount(typed.total)
  const { most, problem } = mostTickets(typed.kind)
  if (total === null || total < 1) problems.total = notWhole
  else if (total > most) problems.total = problem
  const window = readWindow(typed, problems)
  const phases = typed.free ? [] : readPhaseList(typed.phases, problems)
  if (Object.keys(problems).length > 0 || price === null || total === null || window === null || phases === null)
    return { problems }
  return {
    category: {
      eventId: typed.eventId,
      name: typed.name.trim(),
      price,
      totalTickets: total,
      ...(standing && { standing }),
      ...(typed.hidden && { hidden: true }),
      ...window,
      phases,
      free: typed.free,
    },
    layoutId,
  }
}

/** Returns what is `stored` now with what was typed since `base` on top. */
export function rebaseCategory(typed: TypedCategory, base: CategoryListRow, stored: CategoryListRow): TypedCategory {
  const before = typedOfCategory(base)
  const edited = Object.entries(typed).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof TypedCategory]),
  )
  return { ...typedOfCategory(stored), ...Object.fromEntries(edited) }
}

/** Returns the edit of `seen`: what the form did not change is not in it, but for name and price. */
export function readCategoryEdit(
  typed: TypedCategory,
  seen: CategoryListRow,
): { edit: CategoryEdit } | { problems: CategoryProblems } {
  const problems: CategoryProblems = {}
  if (!typed.name.trim()) problems.name = 'Enter a name, such as Gold.'
  const price = typed.free ? 0 : readPrice(typed.price)
  if (price === null) problems.price = 'Enter a price of 0 rupees or more, with at most two decimals.'
  const total = seen.layout ? seen.totalTickets : readCount(typed.total)
  const { most, problem } = mostTickets(typed.kind)
  const sold = readCount(typed.sold)
  if (total === null || total < 1) problems.total = notWhole
  else if (!seen.layout && total > most) problems.total = problem
  if (sold === null) problems.sold = 'Enter a whole number.'
  else if (total !== null && sold > total) problems.sold = 'Tickets sold cannot exceed total tickets'
  // Fields show minutes: what was not edited keeps its seconds.
  const before = typedOfCategory(seen)
  const edited = typed.saleFrom !== before.saleFrom || typed.saleUntil !== before.saleUntil
  const window = edited ? readWindow(typed, problems) : {}
  const phases = typed.free ? [] : readPhaseList(typed.phases, problems, seen.phases)
  if (Object.keys(problems).length > 0 || price === null || total === null || sold === null || phases === null)
    return { problems }
  return {
    edit: {
      name: typed.name.trim(),
      price,
      ...(total === seen.totalTickets ? {} : { totalTickets: total }),
      ...(sold === seen.ticketsSold ? {} : { ticketsSold: sold }),
      ...(seen.layout || typed.kind === before.kind ? {} : { standing: typed.kind === 'standing' }),
      ...(typed.hidden === seen.hidden ? {} : { hidden: typed.hidden }),
      ...window,
      ...(JSON.stringify(phases) === JSON.stringify(seen.phases) ? {} : { phases }),
      ...(typed.free === seen.free ? {} : { free: typed.free }),
    },
  }
}
