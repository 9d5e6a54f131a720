import type { LayoutData } from '#shop/catalogue/catalogue.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { Json } from '#platform/supabase/database.types.ts'
import { containsText, rangeOf, readList, type ListQuery, type Page } from '#platform/supabase/list-query.ts'

export interface StoredLayout {
  id: string
  name: string
  /** Empty when there is none. */
  description: string
  data: LayoutData
  /** As the server wrote it; an edit sends it back. */
  updatedAt: string
  /** Ticket categories that sell sections of it. */
  usedBy: number
}

const columns = 'id,name,description,layout_data,updated_at,ticket_category_layouts(ticket_category_id)'

interface LayoutWire {
  id: string
  name: string
  description: string | null
  layout_data: unknown
  updated_at: string
  ticket_category_layouts: unknown[]
}

const parseLayout = (row: LayoutWire): StoredLayout => ({
  id: row.id,
  name: row.name,
  description: row.description ?? '',
  data: dataOf(row.layout_data as LayoutData),
  updatedAt: row.updated_at,
  usedBy: row.ticket_category_layouts?.length ?? 0,
})

const dataOf = ({ stage, sections }: LayoutData): LayoutData => ({ stage, sections })

/** Columns a list of layouts can be sorted by. */
export const layoutSorts = ['name', 'updated_at'] as const

/** One page of layouts. */
export function listLayouts(query: ListQuery): Promise<Result<Page<StoredLayout>>> {
  return readList(async () => {
    const rows = (await backend({ console: true })).from('seating_layouts').select(columns, { count: 'exact' })
    const search = containsText(['name', 'description'], query.search)
    return (search ? rows.or(search) : rows)
      .order(query.sort.column, { ascending: query.sort.ascending, nullsFirst: false })
      .order('id')
      .range(...rangeOf(query))
  }, parseLayout)
}

/** One layout as it stands now; not_found when it is gone. */
export async function readLayout(id: string): Promise<Result<StoredLayout>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('seating_layouts').select(columns).eq('id', id),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([row]) => parseLayout(row!))
}

export interface LayoutEdit {
  name: string
  description: string
  data: LayoutData
}

const columnsOf = ({ name, description, data }: LayoutEdit) => ({
  name,
  description,
  layout_data: data as unknown as NonNullable<Json>,
})

/** Adds a layout under an id made by the caller, so that repeating it adds nothing twice. */
export async function addLayout(id: string, layout: LayoutEdit): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).from('seating_layouts').insert({ id, ...columnsOf(layout) }),
  )
  if (answer.ok) return ok(null)
  // The first attempt's answer may have been lost: the same id is the same layout.
  if (answer.failure.code !== 'unreachable' && (await readLayout(id)).ok) return ok(null)
  return answer
}

/**
 * Saves over what was seen. Refusals: changed_meanwhile (someone saved since), seats_claimed (seats of it are held or
 * sold), in_use (a section that a category sells would have no seat), invalid; not_found when it is gone.
 */
export async function updateLayout(
  seen: Pick<StoredLayout, 'id' | 'updatedAt'>,
  layout: LayoutEdit,
): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('seating_layouts')
      .update(columnsOf(layout))
      .eq('id', seen.id)
      .eq('updated_at', seen.updatedAt)
      .select('id'),
  )
  if (!answer.ok) return answer
  if (answer.value.length > 0) return ok(null)
  const there = await readLayout(seen.id)
  return there.ok ? failed('changed_meanwhile') : there
}

/** Refusal in_use while seats, bookings or payments hang on it. */
export async function deleteLayout(id: string): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).from('seating_layouts').delete().eq('id', id),
  )
  return answer.ok ? ok(null) : answer
}
