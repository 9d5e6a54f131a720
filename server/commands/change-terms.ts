import type { Database } from '../database/database.ts'
import { StartupError } from '../startup-error.ts'

export type TermsText = Record<string, string>

/** Returns the shop's terms, oldest first, without `created_at`. */
export async function listTerms(database: Database): Promise<TermsText[]> {
  const rows = await database.query<{ row: TermsText | string }>(
    `select (select json_object_agg(key, value) from json_each_text(to_json(t)) where key <> 'created_at') as row
       from public.shop_terms t order by t.from_day`,
    [],
  )
  return rows.map(({ row }) => (typeof row === 'string' ? (JSON.parse(row) as TermsText) : row))
}

/** Changes terms ('gst_percent=12') from a day on ('2027-04-01'); others stay. All or nothing. @throws StartupError */
export async function changeTerms(database: Database, day: string, changes: readonly string[]): Promise<void> {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || changes.length === 0) {
    throw new StartupError('Say from which day, and what: npm run terms -- 2027-04-01 gst_percent=12')
  }
  const [before] = await listTerms(database)
  const names = Object.keys(before ?? {}).filter((name) => name !== 'from_day')
  const named = changes.map((change) => {
    const [, name = '', value = ''] = /^([a-z_]+)=(\d{1,9}(?:\.\d{1,2})?)$/.exec(change) ?? []
    if (!names.includes(name)) {
      throw new StartupError(`${change} is no term with a number. There are ${names.join(', ')}.`)
    }
    return { name, value }
  })
  const columns = named.map(({ name }) => name)
  const values = named.map((_, index) => `$${index + 2}`)
  try {
    await database.query(
      `insert into public.shop_terms (from_day, ${columns.join(', ')}) values ($1, ${values.join(', ')})
         on conflict (from_day) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
      [day, ...named.map(({ value }) => value)],
    )
  } catch (error) {
    throw new StartupError(
      'The database refused these terms: a day that is over keeps its own, and each number has its limits (supabase/schema/41-terms.sql).',
      { cause: error },
    )
  }
}
