import type { Result } from '#platform/failure/failure.ts'
import { backend } from '#platform/supabase/client.ts'
import { from, instant, orNull, row, text, type Of } from '#platform/text/wire.ts'
import {
  countListed,
  rangeOf,
  readLongList,
  searchText,
  type ListQuery,
  type Page,
} from '#platform/supabase/list-query.ts'
import { updateRow } from '#platform/supabase/rows.ts'

const newest = { column: 'created_at', ascending: false }
const columns = 'id,user_id,name,email,topic,message,order_code,created_at,handled_at'

const parseMessage = row({
  id: text,
  name: text,
  email: text,
  topic: text,
  message: text,
  /** 'MF…' or null */
  orderCode: orNull(text),
  fromAccount: from('user_id', (id: unknown) => id !== null),
  createdAt: instant,
  /** ISO instant; null while the message waits. */
  handledAt: orNull(instant),
})
export type StoredMessage = Of<typeof parseMessage>

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
export const setMessageHandled = (id: string, handled: boolean): Promise<Result<null>> =>
  // The server sets the time; any value means handled.
  updateRow('contact_messages', id, { handled_at: handled ? new Date().toISOString() : null })
