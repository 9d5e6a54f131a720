import { byPriceDescending, categoryOf, type TicketCategory } from '../catalogue.ts'
import type { LayoutData } from '#shop/layouts/layout.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { from, list, number, row, type Of } from '#platform/text/wire.ts'
import { phasesWire, type Phase } from '../sale/phases.ts'
import { sources, type LayoutRow } from '../catalogue-rows.ts'
import { CATEGORY_COLUMNS, parseCategory, type CategoryListRow } from './category-rows.ts'
import type { Backend } from '#platform/supabase/client.ts'
import { readTable, type ListQuery, type Page } from '#platform/supabase/list-query.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { deleteRow, readRow, updateRow } from '#platform/supabase/rows.ts'

export function listCategories(query: ListQuery, eventId: string | null): Promise<Result<Page<CategoryListRow>>> {
  const rowsOf = (client: Backend) => {
    const rows = client.from('ticket_category_list').select(CATEGORY_COLUMNS, { count: 'exact' })
    return eventId ? rows.eq('event_id', eventId) : rows
  }
  return readTable(query, rowsOf, parseCategory)
}

/** Returns all categories of an event, dearest first. */
export const readCategories = (eventId: string): Promise<Result<CategoryListRow[]>> =>
  asStaff.rows(
    (client) => client.from('ticket_category_list').select(CATEGORY_COLUMNS).eq('event_id', eventId),
    (rows) => rows.map(parseCategory).sort(byPriceDescending),
  )

export const readCategoryRow = (id: string): Promise<Result<CategoryListRow>> =>
  readRow((client) => client.from('ticket_category_list').select(CATEGORY_COLUMNS).eq('id', id), parseCategory)

export interface NewCategory {
  eventId: string
  name: string
  price: Paise
  totalTickets: number
  /** Without seats to choose, and so without a layout. */
  standing?: boolean
  hidden?: boolean
  /** ISO instants; null: no bound. */
  saleFrom: string | null
  saleUntil: string | null
  phases: Phase[]
  free: boolean
}

/** Sections that a new category sells; null: those that are free at its event. */
export interface CategorySeats {
  layoutId: string
  sections: string[] | null
}

/** Adds a category with its seats, or nothing; repeatable by id. Refusals: section_taken, other_layout, not_found. */
export const addCategory = (id: string, category: NewCategory, seats: CategorySeats | null): Promise<Result<null>> =>
  asStaff.call('add_ticket_category', {
    p_id: id,
    p_event_id: category.eventId,
    p_name: category.name,
    p_price: toRupees(category.price),
    ...(seats
      ? { p_seating_layout_id: seats.layoutId, ...(seats.sections ? { p_section_ids: seats.sections } : {}) }
      : { p_total_tickets: category.totalTickets, ...(category.standing ? { p_is_standing: true } : {}) }),
    ...(category.hidden ? { p_is_hidden: true } : {}),
    ...(category.saleFrom ? { p_sale_from: category.saleFrom } : {}),
    ...(category.saleUntil ? { p_sale_until: category.saleUntil } : {}),
    ...(category.phases.length > 0 ? { p_phases: phasesWire(category.phases) } : {}),
    ...(category.free ? { p_is_free: true } : {}),
  })

export interface SectionOwner {
  categoryId: string
  name: string
  layoutId: string
  sections: string[]
}

export const readSectionOwners = (eventId: string): Promise<Result<SectionOwner[]>> =>
  asStaff.rows(
    (client) =>
      client
        .from('ticket_category_list')
        .select(CATEGORY_COLUMNS)
        .eq('event_id', eventId)
        .not('seating_layout_id', 'is', null),
    (rows) =>
      rows
        .map(parseCategory)
        .flatMap(({ id, name, layout }) =>
          layout ? [{ categoryId: id, name, layoutId: layout.id, sections: layout.sections }] : [],
        ),
  )

export interface CategoryEdit {
  name: string
  price: Paise
  totalTickets?: number
  ticketsSold?: number
  standing?: boolean
  hidden?: boolean
  /** ISO instants; null: no bound, missing: as it is. */
  saleFrom?: string | null
  saleUntil?: string | null
  /** Missing: as they are. */
  phases?: Phase[]
  free?: boolean
}

/** Saves over the revision that was read. Refusals: changed_meanwhile (also: sales during an edit of the sold count),
 * sold_exceeds_total, sold_to_customers, not_enough_free_seats, seats_claimed, not_found. */
export const updateCategory = (
  seen: Pick<CategoryListRow, 'id' | 'revision' | 'updatedAt'>,
  edit: CategoryEdit,
): Promise<Result<null>> =>
  updateRow('ticket_categories', seen.id, {
    name: edit.name,
    price: toRupees(edit.price),
    revision: seen.revision,
    ...(edit.saleFrom === undefined ? {} : { sale_from: edit.saleFrom }),
    ...(edit.saleUntil === undefined ? {} : { sale_until: edit.saleUntil }),
    ...(edit.phases === undefined ? {} : { phases: phasesWire(edit.phases) }),
    ...(edit.free === undefined ? {} : { is_free: edit.free }),
    ...(edit.totalTickets === undefined ? {} : { total_tickets: edit.totalTickets }),
    ...(edit.hidden === undefined ? {} : { is_hidden: edit.hidden }),
    ...(edit.standing === undefined ? {} : { is_standing: edit.standing }),
    ...(edit.ticketsSold === undefined ? {} : { tickets_sold: edit.ticketsSold, updated_at: seen.updatedAt }),
  })

/** Refuses with in_use while seats, orders or payments depend on it. */
export const deleteCategory = (id: string): Promise<Result<null>> => deleteRow('ticket_categories', id)

export async function readLayouts(): Promise<Result<LayoutRow[]>> {
  const rows = await asStaff.pages(
    (client) => client.from('seating_layouts').select('id,name,layout_data'),
    sources.layouts.parse,
    100,
  )
  return rows.ok ? ok(rows.value.sort((a, b) => a.name.localeCompare(b.name, 'en-IN'))) : rows
}

/** Assigns sections of a layout; ['all'] means every section still free at the event. */
export const assignLayout = (categoryId: string, layoutId: string, sections: string[]): Promise<Result<null>> =>
  asStaff.call('assign_layout', {
    p_ticket_category_id: categoryId,
    p_seating_layout_id: layoutId,
    p_section_ids: sections,
  })

/** Returns the drawings of layouts by id, without those that are gone. */
export async function readDrawings(ids: readonly string[]): Promise<Result<ReadonlyMap<string, LayoutData>>> {
  if (ids.length === 0) return ok(new Map())
  return asStaff.rows(
    (client) => client.from('seating_layouts').select('id,layout_data').in('id', ids),
    (rows) => new Map(rows.map((row) => [row.id, row.layout_data as unknown as LayoutData])),
  )
}

/** Returns the category with the sections that it sells; without a layout when its drawing is missing. */
export function seatCategoryOf(row: CategoryListRow, drawings: ReadonlyMap<string, LayoutData>): TicketCategory {
  const { layout } = row
  const drawn = layout && drawings.get(layout.id)
  return layout && drawn
    ? categoryOf(row, { sectionCodes: layout.sections }, { id: layout.id, name: layout.name, ...drawn })
    : categoryOf(row, undefined, undefined)
}

/** Returns a category with its own sections, for a seat map. Refusal: not_found. */
export async function readSeatCategory(id: string): Promise<Result<TicketCategory>> {
  const row = await readCategoryRow(id)
  if (!row.ok) return row
  const { layout } = row.value
  const drawings = await readDrawings(layout ? [layout.id] : [])
  if (!drawings.ok) return drawings
  if (layout && !drawings.value.has(layout.id)) return failed('not_found')
  return ok(seatCategoryOf(row.value, drawings.value))
}

const parseSoldAtPrice = row({
  /** Before tax and fee; 0: complimentary or free. */
  price: from('unit_price', toPaise),
  tickets: number,
})
export type SoldAtPrice = Of<typeof parseSoldAtPrice>

/** Returns the valid tickets that this shop sold of a category, by their price, cheapest first. */
export const readSoldByPrice = (categoryId: string): Promise<Result<SoldAtPrice[]>> =>
  asStaff.read('sold_by_price', { p_ticket_category_id: categoryId }, list(parseSoldAtPrice))
