import type { Database, Sql } from '../database/database.ts'
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

/** Returns the rules of tax by day, oldest first, as changeTerms takes them: 'gst=0@500,18 local=Tamil Nadu:10'. */
export async function listRules(database: Database): Promise<{ from_day: string; rules: string }[]> {
  return await database.query(
    `select d.from_day::text, string_agg(case d.kind when 'gst' then 'gst=' else 'local=' || d.state || ':' end || d.rates, ' '
         order by d.kind, d.state) as rules
       from (select r.from_day, r.kind, r.state, string_agg(trim_scale(r.percent) || coalesce('@' || trim_scale(r.up_to_price), ''), ','
           order by r.up_to_price nulls last) as rates
         from public.tax_rules r group by r.from_day, r.kind, r.state) as d
       group by d.from_day order by d.from_day`,
    [],
  )
}

interface Rule {
  kind: 'gst' | 'local'
  state: string | null
  up_to_price: number | null
  percent: number
}

const RATES = /^\d{1,3}(\.\d{1,2})?(@\d{1,7}(\.\d{1,2})?)?(,\d{1,3}(\.\d{1,2})?(@\d{1,7}(\.\d{1,2})?)?)*$/

/** Reads 'gst=0@500,18' and 'local=Tamil Nadu:10'; null for any other change. */
function readRules(change: string): Rule[] | null {
  const [, gst, state, local] = /^(?:gst=(.+)|local=([A-Z][A-Za-z ]+):(.+))$/.exec(change) ?? []
  const rates = gst ?? local ?? ''
  if (!RATES.test(rates)) return null
  return rates.split(',').map((rate) => {
    const [percent = '', upTo] = rate.split('@')
    return {
      kind: gst === undefined ? 'local' : 'gst',
      state: state ?? null,
      up_to_price: upTo === undefined ? null : Number(upTo),
      percent: Number(percent),
    }
  })
}

/** The rules in force on a day, with those given in the place of the same tax. */
async function rulesWith(sql: Sql, day: string, given: readonly Rule[]): Promise<Rule[]> {
  const rows = await sql.query<{ rule: Rule | string }>(
    `select json_build_object('kind', r.kind, 'state', r.state, 'up_to_price', r.up_to_price, 'percent', r.percent) as rule
       from public.tax_rules r where r.from_day = (select max(x.from_day) from public.tax_rules x where x.from_day <= $1::date)`,
    [day],
  )
  const before = rows.map(({ rule }) => (typeof rule === 'string' ? (JSON.parse(rule) as Rule) : rule))
  const replaced = (rule: Rule) => given.some(({ kind, state }) => kind === rule.kind && state === rule.state)
  return [...before.filter((rule) => !replaced(rule)), ...given]
}

/** Changes terms ('gst_percent=12', 'gst=0@500,18') from a day on ('2027-04-01'); others stay. All or nothing. @throws StartupError */
export async function changeTerms(database: Database, day: string, changes: readonly string[]): Promise<void> {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || changes.length === 0) {
    throw new StartupError('Say from which day, and what: npm run terms -- 2027-04-01 gst_percent=12')
  }
  const [before] = await listTerms(database)
  const names = Object.keys(before ?? {}).filter((name) => name !== 'from_day')
  const rules = changes.flatMap((change) => readRules(change) ?? [])
  const others = changes.filter((change) => readRules(change) === null)
  const named = others.map((change) => {
    const [, name = '', value = ''] = /^([a-z_]+)=(\d{1,9}(?:\.\d{1,2})?|flat|rules|true|false)$/.exec(change) ?? []
    if (!names.includes(name)) {
      throw new StartupError(
        `${change} is no term with a number. There are ${names.join(', ')}; gst=0@500,18 and local='Tamil Nadu:10'.`,
      )
    }
    return { name, value }
  })
  const columns = named.map(({ name }) => name)
  const values = named.map((_, index) => `$${index + 2}`)
  try {
    await database.transaction(async (sql) => {
      if (named.length > 0) {
        await sql.query(
          `insert into public.shop_terms (from_day, ${columns.join(', ')}) values ($1, ${values.join(', ')})
             on conflict (from_day) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
          [day, ...named.map(({ value }) => value)],
        )
      }
      if (rules.length > 0) {
        const all = JSON.stringify(await rulesWith(sql, day, rules))
        await sql.query('select private.write_tax_rules($1::date, $2::text::jsonb)', [day, all])
      }
    })
  } catch (error) {
    throw new StartupError(
      'The database refused these terms: a day that is over keeps its own, and each number has its limits (supabase/schema/41-terms.sql).',
      { cause: error },
    )
  }
}
