import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { RowOf } from '#platform/supabase/row-types.ts'
import { iso, isoOrNull } from '#platform/text/wire-values.ts'
import {
  countListed,
  rangeOf,
  readLongList,
  searchText,
  type ListQuery,
  type Page,
} from '#platform/supabase/list-query.ts'

export interface StoredMessage {
  id: string
  name: string
  email: string
  topic: string
  message: string
  /** 'MF…' or null */
  orderCode: string | null
  fromAccount: boolean
  createdAt: string
  /** ISO instant; null while the message waits. */
  handledAt: string | null
}

const newest = { column: 'created_at', ascending: false }
const columns = 'id,user_id,name,email,topic,message,order_code,created_at,handled_at'

const parseMessage = (row: RowOf<'contact_messages', typeof columns>): StoredMessage => ({
  id: row.id,
  name: row.name,
  email: row.email,
  topic: row.topic,
  message: row.message,
  orderCode: row.order_code,
  fromAccount: row.user_id !== null,
  createdAt: iso(row.created_at),
  handledAt: isoOrNull(row.handled_at),
})

export function listMessages(query: Omit<ListQuery, 'sort'>, handled: boolean): Promise<Result<Page<StoredMessage>>> {
  const run = async () => {
    const client = await backend({ console: true })
    const search = searchText(query.search)
    const found = search
      ? client.rpc('search_messages', { p_search: search, p_handled: handled }, { count: 'exact' }).select(columns)
      : client.from('contact_messages').select(columns)
    return (handled ? found.not('handled_at', 'is', null) : found.is('handled_at', null))
      .order('created_at', { ascending: false })
      .order('id')
      .range(...rangeOf(query))
  }
  const list = { name: 'messages', filter: handled ? 'handled' : 'waiting' } as const
  return readLongList(list, { ...query, sort: newest }, run, parseMessage)
}

export const countWaitingMessages = (): Promise<Result<number>> => countListed({ name: 'messages', filter: 'waiting' })

/** Marks a message as handled or waiting; repeatable. The database records user and time. */
export async function setMessageHandled(id: string, handled: boolean): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('contact_messages')
      // The server sets the time; any value means handled.
      .update({ handled_at: handled ? new Date().toISOString() : null })
      .eq('id', id)
      .select('id'),
  )
  if (!answer.ok) return answer
  return answer.value.length > 0 ? ok(null) : failed('not_found')
}
