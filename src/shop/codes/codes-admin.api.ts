import { ok, type Result } from '#platform/failure/failure.ts'
import { call } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { readTable, type ListQuery, type Page, type Reading } from '#platform/supabase/list-query.ts'
import {
  columnsOf,
  from,
  instant,
  isTrue,
  list,
  number,
  or,
  orNull,
  row,
  text,
  whole,
  type Of,
} from '#platform/text/wire.ts'
import { deleteRow, readRow, updateRow } from '#platform/supabase/rows.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { toPaise, toRupees } from '#shop/prices/money.ts'

const factFields = {
  /** Null: every event. */
  eventId: orNull(text),
  /** Null: all of the event. */
  categoryIds: from('ticket_category_ids', orNull(list(text))),
  percent: orNull(number),
  amount: orNull(toPaise),
  opensHidden: isTrue,
  /** ISO instants; null: no bound. */
  fromAt: orNull(instant),
  untilAt: orNull(instant),
  /** Orders; null: no bound. */
  usesTotal: orNull(number),
  usesPerPerson: orNull(number),
  /** Of one order. */
  seatsPerOrder: orNull(number),
  note: text,
}
const parseFacts = row(factFields)
/** What staff enter of a code. */
export type CodeFacts = Of<typeof parseFacts>

const parseCode = row({
  ...factFields,
  id: text,
  code: text,
  pausedAt: orNull(instant),
  revision: number,
  /** Null for every event. */
  event: whole(
    (code: { event_id: string | null; singer_name: string | null; city: string | null; date: string | null }) =>
      code.event_id === null || code.date === null
        ? null
        : { singerName: code.singer_name ?? '', city: code.city ?? '', date: instant(code.date) },
  ),
  uses: or(number, 0),
  /** What it took off approved payments. */
  given: or(toPaise, 0),
})
export type CodeRow = Of<typeof parseCode>

export const codeSorts = ['created_at', 'code', 'uses', 'given', 'until_at'] as const

const COLUMNS =
  'id,code,event_id,ticket_category_ids,percent,amount,opens_hidden,from_at,until_at,uses_total,uses_per_person,seats_per_order,paused_at,note,revision,singer_name,city,date,uses,given'

export const listCodes = (query: ListQuery): Promise<Result<Page<CodeRow>>> =>
  readTable(query, (client) => client.from('code_list').select(COLUMNS, { count: 'exact' }), parseCode, {
    contains: ['code', 'note', 'singer_name', 'city'],
  })

const sqlFacts = (facts: CodeFacts) => ({
  ...columnsOf(factFields, facts),
  amount: facts.amount === null ? null : toRupees(facts.amount),
})

/** Adds a code under the caller's id, which belongs to its text; a repeat saves its facts again, and adds nothing twice.
 * Refusals: name_taken, invalid, changed_meanwhile. */
export async function addCode(id: string, code: string, facts: CodeFacts): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).from('discount_codes').insert({ id, code, ...sqlFacts(facts) }),
  )
  if (answer.ok) return ok(null)
  if (answer.failure.code === 'unreachable') return answer
  const stored = await readRow((client) => client.from('code_list').select(COLUMNS).eq('id', id), parseCode)
  if (!stored.ok) return answer
  return updateCode(stored.value, facts)
}

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid, not_found. */
export const updateCode = (
  { id, revision }: Pick<CodeRow, 'id' | 'revision'>,
  facts: CodeFacts,
): Promise<Result<null>> => updateRow('discount_codes', id, { ...sqlFacts(facts), revision })

/** Refusals: as updateCode(). */
export const pauseCode = (
  { id, revision }: Pick<CodeRow, 'id' | 'revision'>,
  pausedAt: string | null,
): Promise<Result<null>> => updateRow('discount_codes', id, { paused_at: pausedAt, revision })

/** Refuses with in_use once an order has used it. */
export const deleteCode = (id: string): Promise<Result<null>> => deleteRow('discount_codes', id)

const parseUse = row({
  code: from('discount_code', or(text, '')),
  orderCode: text,
  status: text,
  createdAt: instant,
  lines: from(
    'payment_lines',
    list(
      row({
        eventName: text,
        categoryName: text,
        quantity: number,
        discount: from('discount_amount', or(toPaise, 0)),
      }),
    ),
  ),
})
/** A payment with a code. */
export type CodeUse = Of<typeof parseUse>

const USE_COLUMNS =
  'id,discount_code,order_code,status,created_at,payment_lines(event_name,category_name,quantity,discount_amount)'

/** Reads the payments of all codes for a file. */
export const readCodeUses = ({ line, onRows, signal }: Required<Reading<CodeUse>>): Promise<Result<string[]>> => {
  let read = 0
  return asStaff.pages(
    (client) => {
      onRows(read, null)
      const uses = client.from('payments').select(USE_COLUMNS).not('discount_code', 'is', null).eq('is_test', false)
      return uses.abortSignal(signal)
    },
    (use) => {
      read += 1
      return line(parseUse(use))
    },
  )
}
