import type { CategoryEdit, NewCategory } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { Problems } from '../events/event-fields.ts'
import {
  noCategoryText,
  pageWords,
  readText,
  readTotal,
  readWindow,
  typedText,
  type CategoryText,
} from './category-draft.ts'
import { readCount } from './prices/numbers.ts'

/** A category as typed on the page of categories. */
export interface TypedCategory extends CategoryText {
  eventId: string
  sold: string
  kind: 'seats' | 'standing'
  /** '' for rows by number. */
  layoutId: string
}

export const TOO_MANY_SOLD = 'Tickets sold cannot exceed total tickets'

export const noCategory = (eventId: string): TypedCategory => ({
  ...noCategoryText,
  eventId,
  sold: '0',
  kind: 'seats',
  layoutId: '',
})

export const typedOfCategory = (row: CategoryListRow): TypedCategory => ({
  ...typedText(row, row.totalTickets),
  eventId: row.eventId,
  sold: String(row.ticketsSold),
  kind: row.standing ? 'standing' : 'seats',
  layoutId: row.layout?.id ?? '',
})

/** Returns the category, or a problem for each field. With a layout, the total is the layout's. */
export function readNewCategory(
  typed: TypedCategory,
): { category: NewCategory; layoutId: string | null } | { problems: Problems } {
  const problems: Problems = {}
  if (!typed.eventId) problems.eventId = 'Choose an event.'
  const standing = typed.kind === 'standing'
  const layoutId = standing ? null : typed.layoutId || null
  const read = readText(
    typed,
    {
      here: '',
      words: pageWords,
      places: () => (layoutId ? 1 : readTotal(typed.total, standing, pageWords, 'total', problems)),
      window: () => readWindow(typed, '', problems),
    },
    problems,
  )
  if (Object.keys(problems).length > 0 || !read) return { problems }
  const { total, hidden, ...category } = read
  return {
    category: {
      eventId: typed.eventId,
      ...category,
      totalTickets: total!,
      ...(standing && { standing }),
      ...(hidden && { hidden }),
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
): { edit: CategoryEdit } | { problems: Problems } {
  const problems: Problems = {}
  const before = typedOfCategory(seen)
  const standing = typed.kind === 'standing'
  const sold = readCount(typed.sold)
  const places = (): number | null => {
    const total = seen.layout ? seen.totalTickets : readTotal(typed.total, standing, pageWords, 'total', problems)
    if (sold === null) problems.sold = 'Enter a whole number.'
    else if (total !== null && sold > total) problems.sold = TOO_MANY_SOLD
    return total
  }
  // Fields show minutes: what was not edited keeps its seconds.
  const isMoved = typed.saleFrom !== before.saleFrom || typed.saleUntil !== before.saleUntil
  const window = () => (isMoved ? readWindow(typed, '', problems) : seen)
  const read = readText(typed, { here: '', words: pageWords, places, window, seen: seen.phases }, problems)
  if (!read || read.total === null || sold === null) return { problems }
  return {
    edit: {
      name: read.name,
      price: read.price,
      ...(read.total === seen.totalTickets ? {} : { totalTickets: read.total }),
      ...(sold === seen.ticketsSold ? {} : { ticketsSold: sold }),
      ...(seen.layout || typed.kind === before.kind ? {} : { standing }),
      ...(typed.hidden === seen.hidden ? {} : { hidden: typed.hidden }),
      ...(isMoved ? { saleFrom: read.saleFrom, saleUntil: read.saleUntil } : {}),
      ...(JSON.stringify(read.phases) === JSON.stringify(seen.phases) ? {} : { phases: read.phases }),
      ...(typed.free === seen.free ? {} : { free: typed.free }),
    },
  }
}
