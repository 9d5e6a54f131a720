import { failed, ok, type Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { containsText, rangeOf, readList, type ListQuery, type Page } from '#platform/supabase/list-query.ts'
import { readPages } from '#platform/supabase/read-pages.ts'
import { iso, isoOrNull, numberOf } from '#platform/text/wire-values.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'

/** What staff enter of a code. */
export interface CodeFacts {
  /** Null: every event. */
  eventId: string | null
  /** Null: all of the event. */
  categoryIds: string[] | null
  percent: number | null
  amount: Paise | null
  opensHidden: boolean
  /** ISO instants; null: no bound. */
  fromAt: string | null
  untilAt: string | null
  /** Orders; null: no bound. */
  usesTotal: number | null
  usesPerPerson: number | null
  /** Of one order. */
  seatsPerOrder: number | null
  note: string
}
export interface CodeRow extends CodeFacts {
  id: string
  code: string
  pausedAt: string | null
  revision: number
  /** Null for every event. */
  event: { singerName: string; city: string; date: string } | null
  uses: number
  /** What it took off approved payments. */
  given: Paise
}

export const codeSorts = ['created_at', 'code', 'uses', 'given', 'until_at'] as const

const COLUMNS =
  'id,code,event_id,ticket_category_ids,percent,amount,opens_hidden,from_at,until_at,uses_total,uses_per_person,seats_per_order,paused_at,note,revision,singer_name,city,date,uses,given'

interface CodeWire {
  id: string
  code: string
  event_id: string | null
  ticket_category_ids: string[] | null
  percent: number | null
  amount: number | null
  opens_hidden: boolean
  from_at: string | null
  until_at: string | null
  uses_total: number | null
  uses_per_person: number | null
  seats_per_order: number | null
  paused_at: string | null
  note: string
  revision: number
  singer_name: string | null
  city: string | null
  date: string | null
  uses: number | null
  given: number | null
}

const numberOrNull = (value: number | null): number | null => (value === null ? null : numberOf(value))

const parseCode = (row: CodeWire): CodeRow => ({
  id: row.id,
  code: row.code,
  eventId: row.event_id,
  categoryIds: row.ticket_category_ids,
  percent: numberOrNull(row.percent),
  amount: row.amount === null ? null : toPaise(row.amount),
  opensHidden: row.opens_hidden === true,
  fromAt: isoOrNull(row.from_at),
  untilAt: isoOrNull(row.until_at),
  usesTotal: numberOrNull(row.uses_total),
  usesPerPerson: numberOrNull(row.uses_per_person),
  seatsPerOrder: numberOrNull(row.seats_per_order),
  pausedAt: isoOrNull(row.paused_at),
  note: row.note,
  revision: numberOf(row.revision),
  event:
    row.event_id === null || row.date === null
      ? null
      : { singerName: row.singer_name ?? '', city: row.city ?? '', date: iso(row.date) },
  uses: Number(row.uses),
  given: toPaise(row.given ?? 0),
})

export function listCodes(query: ListQuery): Promise<Result<Page<CodeRow>>> {
  return readList(async () => {
    const client = await backend({ console: true })
    let rows = client.from('code_list').select(COLUMNS, { count: 'exact' })
    const search = containsText(['code', 'note', 'singer_name', 'city'], query.search)
    if (search) rows = rows.or(search)
    return rows
      .order(query.sort.column, { ascending: query.sort.ascending })
      .order('id')
      .range(...rangeOf(query))
  }, parseCode)
}

async function readCodeRow(id: string): Promise<Result<CodeRow>> {
  const answer = await callRead(async () =>
    (await backend({ console: true })).from('code_list').select(COLUMNS).eq('id', id),
  )
  if (answer.ok && answer.value.length === 0) return failed('not_found')
  return parsed(answer, ([row]) => parseCode(row!))
}

const sqlFacts = (facts: CodeFacts) => ({
  event_id: facts.eventId,
  ticket_category_ids: facts.categoryIds,
  percent: facts.percent,
  amount: facts.amount === null ? null : toRupees(facts.amount),
  opens_hidden: facts.opensHidden,
  from_at: facts.fromAt,
  until_at: facts.untilAt,
  uses_total: facts.usesTotal,
  uses_per_person: facts.usesPerPerson,
  seats_per_order: facts.seatsPerOrder,
  note: facts.note,
})

/** Adds a code under the caller's id, which belongs to its text; a repeat saves its facts again, and adds nothing twice.
 * Refusals: name_taken, invalid, changed_meanwhile. */
export async function addCode(id: string, code: string, facts: CodeFacts): Promise<Result<null>> {
  const answer = await call(async () =>
    (await backend({ console: true })).from('discount_codes').insert({ id, code, ...sqlFacts(facts) }),
  )
  if (answer.ok) return ok(null)
  if (answer.failure.code === 'unreachable') return answer
  const stored = await readCodeRow(id)
  if (!stored.ok) return answer
  return updateCode(stored.value, facts)
}

async function change(
  { id, revision }: Pick<CodeRow, 'id' | 'revision'>,
  columns: Partial<ReturnType<typeof sqlFacts>> & { paused_at?: string | null },
): Promise<Result<null>> {
  const answer = await call<unknown[]>(async () =>
    (await backend({ console: true }))
      .from('discount_codes')
      .update({ ...columns, revision })
      .eq('id', id)
      .select('id'),
  )
  if (!answer.ok) return answer
  return answer.value.length > 0 ? ok(null) : failed('not_found')
}

/** Saves over the revision that was read. Refusals: changed_meanwhile, invalid, not_found. */
export const updateCode = (seen: Pick<CodeRow, 'id' | 'revision'>, facts: CodeFacts): Promise<Result<null>> =>
  change(seen, sqlFacts(facts))

/** Refusals: as updateCode(). */
export const pauseCode = (seen: Pick<CodeRow, 'id' | 'revision'>, pausedAt: string | null): Promise<Result<null>> =>
  change(seen, { paused_at: pausedAt })

/** Refusal: in_use once an order has used it. */
export async function deleteCode(id: string): Promise<Result<null>> {
  const answer = await call(async () => (await backend({ console: true })).from('discount_codes').delete().eq('id', id))
  return answer.ok ? ok(null) : answer
}

/** A payment with a code. */
export interface CodeUse {
  code: string
  orderCode: string
  status: string
  createdAt: string
  lines: { eventName: string; categoryName: string; quantity: number; discount: Paise }[]
}

const USE_COLUMNS =
  'id,discount_code,order_code,status,created_at,payment_lines(event_name,category_name,quantity,discount_amount)'

/** Reads the payments of all codes. */
export const readCodeUses = (onRows: (n: number) => void): Promise<Result<CodeUse[]>> => {
  let read = 0
  return readPages(
    async (after) => {
      onRows(read)
      const client = await backend({ console: true })
      let rows = client.from('payments').select(USE_COLUMNS).not('discount_code', 'is', null).eq('is_test', false)
      if (after) rows = rows.gt('id', after)
      return rows.order('id').limit(1_000)
    },
    (row) => row.id,
    (row): CodeUse => {
      read += 1
      return {
        code: row.discount_code ?? '',
        orderCode: row.order_code,
        status: row.status,
        createdAt: iso(row.created_at),
        lines: row.payment_lines.map((line) => ({
          eventName: line.event_name,
          categoryName: line.category_name,
          quantity: numberOf(line.quantity),
          discount: line.discount_amount === null ? 0 : toPaise(line.discount_amount),
        })),
      }
    },
  )
}
