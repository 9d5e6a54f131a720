import type { LayoutData, TicketCategory } from '../catalogue.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { toRupees, type Paise } from '#shop/prices/money.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { readPages } from '#platform/supabase/read-pages.ts'
import type { LayoutRow } from '../catalogue-rows.ts'
import { CATEGORY_COLUMNS, parseCategory, type CategoryListRow } from './category-rows.ts'
import { backend } from '#platform/supabase/client.ts'
import { containsText, rangeOf, readList, type ListQuery, type Page } from '#platform/supabase/list-query.ts'

/** One page of ticket categories; of one event when `eventId` is given. */
export function listCategories(query: ListQuery, eventId: string | null): Promise<Result<Page<CategoryListRow>>> {
  return readList(async () => {
    const client = await backend({ console: true })
    let rows = client.from('ticket_category_list').select(CATEGORY_COLUMNS, { count: 'exact' })
    if (eventId) rows = rows.eq('event_id', eventId)
    const search = containsText(['name', 'singer_name', 'city', 'venue'], query.search)
    if (search) rows = rows.or(search)
    return rows
      .order(query.sort.column, { ascending: query.sort.ascending })
      .order('id')
      .range(...rangeOf(query))
  }, parseCategory)
}

/** One category as it stands now; not_found when it is gone. */
export async function readCategoryRow(id: string): Promise<Result<CategoryListRow>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('ticket_category_list').select(CATEGORY_COLUMNS).eq('id', id),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([row]) => parseCategory(row!))
}

export interface NewCategory {
  eventId: string
  name: string
  price: Paise
  totalTickets: number
}

/** Sections of a layout that a new category sells; without `sections` those that are free at its event. */
export interface CategorySeats {
  layoutId: string
  sections: string[] | null
}

/**
 * Adds a category with its seats, or nothing. The id is made by the caller, so that repeating it adds nothing twice.
 * Refusals: section_taken, other_layout, not_found (the layout).
 */
export async function addCategory(
  id: string,
  category: NewCategory,
  seats: CategorySeats | null,
): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('add_ticket_category', {
      p_id: id,
      p_event_id: category.eventId,
      p_name: category.name,
      p_price: toRupees(category.price),
      ...(seats
        ? { p_seating_layout_id: seats.layoutId, ...(seats.sections ? { p_section_ids: seats.sections } : {}) }
        : { p_total_tickets: category.totalTickets }),
    }),
  )
  return answer.ok ? ok(null) : answer
}

/** What a category of an event sells of a layout. */
export interface SectionOwner {
  categoryId: string
  name: string
  layoutId: string
  sections: string[]
}

/** The categories of an event that sell sections of a layout. */
export async function readSectionOwners(eventId: string): Promise<Result<SectionOwner[]>> {
  const answer = await callRead(async () =>
    (await backend({ console: true }))
      .from('ticket_category_list')
      .select(CATEGORY_COLUMNS)
      .eq('event_id', eventId)
      .not('seating_layout_id', 'is', null),
  )
  return parsed(answer, (rows) =>
    rows
      .map(parseCategory)
      .flatMap(({ id, name, layout }) =>
        layout ? [{ categoryId: id, name, layoutId: layout.id, sections: layout.sections }] : [],
      ),
  )
}

/** What an edit changes; the sold count and the total only when they were edited. */
export interface CategoryEdit {
  name: string
  price: Paise
  totalTickets?: number
  ticketsSold?: number
}

/**
 * Saves over what was seen. Refusals: changed_meanwhile (someone saved, or seats were sold while the sold count was
 * edited), sold_exceeds_total, sold_to_customers, not_enough_free_seats, seats_claimed; not_found when it is gone.
 */
export async function updateCategory(
  seen: Pick<CategoryListRow, 'id' | 'revision' | 'updatedAt'>,
  edit: CategoryEdit,
): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('ticket_categories')
      .update({
        name: edit.name,
        price: toRupees(edit.price),
        revision: seen.revision,
        ...(edit.totalTickets === undefined ? {} : { total_tickets: edit.totalTickets }),
        ...(edit.ticketsSold === undefined ? {} : { tickets_sold: edit.ticketsSold, updated_at: seen.updatedAt }),
      })
      .eq('id', seen.id)
      .select('id'),
  )
  if (!answer.ok) return answer
  return answer.value.length > 0 ? ok(null) : failed('not_found')
}

/** Refusal in_use while seats, bookings or payments hang on it. */
export async function deleteCategory(id: string): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).from('ticket_categories').delete().eq('id', id),
  )
  return answer.ok ? ok(null) : answer
}

/** Every seating layout, by name. */
export async function readLayouts(): Promise<Result<LayoutRow[]>> {
  const rows = await readPages(
    async (after) => {
      const client = await backend({ console: true })
      let query = client.from('seating_layouts').select('id,name,layout_data')
      if (after) query = query.gt('id', after)
      return query.order('id').limit(100)
    },
    (row) => row.id,
    (row): LayoutRow => {
      const data = row.layout_data as Partial<LayoutData> | null
      return { id: row.id, name: row.name, stage: data?.stage ?? 'top', sections: data?.sections ?? [] }
    },
  )
  return rows.ok ? ok(rows.value.sort((a, b) => a.name.localeCompare(b.name, 'en-IN'))) : rows
}

/** Gives the category these sections of a layout; ['all'] means every section still free at its event. */
export async function assignLayout(categoryId: string, layoutId: string, sections: string[]): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('assign_layout', {
      p_ticket_category_id: categoryId,
      p_seating_layout_id: layoutId,
      p_section_ids: sections,
    }),
  )
  return answer.ok ? ok(null) : answer
}

/** A category with the sections that are its own, as a seat map needs it; not_found when it is gone. */
export async function readSeatCategory(id: string): Promise<Result<TicketCategory>> {
  const found = await readCategoryRow(id)
  if (!found.ok) return found
  const row = found.value
  const category: TicketCategory = {
    id: row.id,
    eventId: row.eventId,
    name: row.name,
    price: row.price,
    totalTickets: row.totalTickets,
    ticketsSold: row.ticketsSold,
    gridColumns: row.gridColumns,
    layout: null,
  }
  const link = row.layout
  if (!link) return ok(category)
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('seating_layouts').select('id,name,layout_data').eq('id', link.id),
  )
  return parsed(answer, ([layout]) => {
    if (!layout) throw new Error('the layout is gone')
    const hall = layout.layout_data as unknown as LayoutData
    const sections = hall.sections.filter((section) => link.sections.includes(section.code))
    return { ...category, layout: { id: layout.id, name: layout.name, stage: hall.stage, sections } }
  })
}
