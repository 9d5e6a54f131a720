import { drawingOf, type LayoutData } from '#shop/layouts/layout.ts'
import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call } from '#platform/supabase/call.ts'
import { from, or, row, text, type Of } from '#platform/text/wire.ts'
import { backend } from '#platform/supabase/client.ts'
import type { Json } from '#platform/supabase/database.types.ts'
import { readTable, type ListQuery, type Page } from '#platform/supabase/list-query.ts'
import { addRow, deleteRow, readRow } from '#platform/supabase/rows.ts'

const columns = 'id,name,description,layout_data,updated_at,ticket_category_layouts(ticket_category_id)'

const parseLayout = row({
  id: text,
  name: text,
  description: or(text, ''),
  data: from('layout_data', drawingOf),
  /** The server's text, sent back with an edit. */
  updatedAt: text,
  usedBy: from('ticket_category_layouts', (uses: unknown[] | null | undefined) => uses?.length ?? 0),
})
export type StoredLayout = Of<typeof parseLayout>

export const layoutSorts = ['name', 'updated_at'] as const

export const listLayouts = (query: ListQuery): Promise<Result<Page<StoredLayout>>> =>
  readTable(query, (client) => client.from('seating_layouts').select(columns, { count: 'exact' }), parseLayout, {
    contains: ['name', 'description'],
    nullable: layoutSorts,
  })

/** Fails with not_found. */
export const readLayout = (id: string): Promise<Result<StoredLayout>> =>
  readRow((client) => client.from('seating_layouts').select(columns).eq('id', id), parseLayout)

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

/** Adds a layout under the caller's id; repeating it is harmless. */
export const addLayout = (id: string, layout: LayoutEdit): Promise<Result<null>> =>
  addRow('seating_layouts', { id, ...columnsOf(layout) }, () => readLayout(id))

/** Fails with changed_meanwhile, seats_claimed, in_use (a sold section would be empty), invalid, not_found. */
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

/** Fails with in_use while seats, orders or payments refer to it. */
export const deleteLayout = (id: string): Promise<Result<null>> => deleteRow('seating_layouts', id)
