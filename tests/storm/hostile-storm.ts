import { setTimeout as sleep } from 'node:timers/promises'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../src/platform/supabase/embedded-key.ts'
import type { Catalogue } from './guarded-state.ts'
import { hostileArgument, hostileValue, type Known } from './hostile-values.ts'
import type { Random } from './random.ts'

export interface Attacker {
  role: string
  token: string | null
  known: Known
  /** Texts that no answer may contain. */
  secrets: string[]
}

export interface HostileReport {
  calls: number
  statuses: Map<number, number>
  faults: string[]
}

interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body: string | null
}

const VERBS = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE']
const SCHEMAS = ['private', 'auth', 'storage', 'pg_catalog', 'information_schema', 'extensions']
const PREFERENCES = [
  'return=representation',
  'resolution=merge-duplicates,return=representation',
  'count=exact',
  'tx=rollback',
]

function callOfFunction(catalogue: Catalogue, { known }: Attacker, random: Random): Call {
  const { name, args } = random.pick(catalogue.functions)
  const given: Record<string, unknown> = {}
  for (const arg of args) if (!random.once(8)) given[arg.name] = hostileArgument(arg.type, random, known)
  if (random.once(15)) given['p_user_id'] = random.pick(known.others)
  const query = random.once(5) ? `?${queryOf([], known, random)}` : ''
  if (random.once(20)) {
    const params = Object.entries(given).map(([key, value]) => `${key}=${encodeURIComponent(short(value))}`)
    return { method: 'GET', path: `rpc/${name}?${params.join('&')}`, headers: {}, body: null }
  }
  return { method: 'POST', path: `rpc/${name}${query}`, headers: {}, body: JSON.stringify(given) }
}

function callOfTable(catalogue: Catalogue, { known }: Attacker, random: Random): Call {
  const table = random.pick(catalogue.tables)
  const method = random.pick(VERBS)
  const row = (): Record<string, unknown> =>
    Object.fromEntries(
      table.columns
        .filter(() => random.once(2))
        .map((column) => [column.name, hostileArgument(column.type, random, known)]),
    )
  const body = random.once(6) ? hostileValue(random, known) : random.once(4) ? [row(), row()] : row()
  const headers: Record<string, string> = { prefer: random.pick(PREFERENCES) }
  if (random.once(10)) headers['accept-profile'] = headers['content-profile'] = random.pick(SCHEMAS)
  if (random.once(12)) headers['range'] = random.pick(['0-999999', '5-1', '-1', 'x'])
  if (random.once(12))
    headers['accept'] = random.pick(['text/csv', 'application/vnd.pgrst.object+json', 'application/octet-stream'])
  const query = queryOf(
    table.columns.map((column) => column.name),
    known,
    random,
  )
  return {
    method,
    path: `${table.name}?${query}`,
    headers,
    body: ['GET', 'HEAD', 'DELETE'].includes(method) ? null : JSON.stringify(body),
  }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.slice(0, 1500).toWellFormed()
}

/** Builds filters, embeddings and orders with the table's columns and unknown ones. */
function queryOf(columns: string[], known: Known, random: Random): string {
  const column = (): string => random.pick([...columns, 'id', 'user_id', 'secret', '1', 'raw_user_meta_data->>role'])
  const value = (): string => encodeURIComponent(short(hostileValue(random, known, 1)))
  const parts = [
    () => 'select=*',
    () =>
      `${column()}=${random.pick(['eq', 'neq', 'gt', 'like', 'ilike', 'in', 'is', 'cs', 'ov', 'fts', 'match', 'imatch', 'not.match', 'like(any)', 'adj', 'not.eq', 'xx'])}.${value()}`,
    () => `or=(${column()}.eq.${value()},${column()}.is.null)`,
    () => `order=${column()}.${random.pick(['asc', 'desc.nullslast', 'sideways'])}`,
    () => `limit=${random.pick(['0', '-1', '1e9', 'all', '1000000'])}`,
    () => `offset=${random.pick(['-5', '99999999999', 'x'])}`,
    () =>
      `select=*,${random.pick(['payments', 'profiles', 'staff', 'ticket_categories', 'auth.users', 'user_tickets'])}(*)`,
    () => `select=${column()}::text,count()`,
    () => `columns=${column()}`,
    () => `on_conflict=${column()}`,
  ]
  return Array.from({ length: 1 + random(3) }, () => random.pick(parts)()).join('&')
}

/** Attacks all of the API as each attacker. Faults: a 5xx, or a secret in an answer. The caller checks for changes. */
export async function attack(
  url: string,
  catalogue: Catalogue,
  attackers: Attacker[],
  calls: number,
  random: Random,
  lanes = 4,
): Promise<HostileReport> {
  const report: HostileReport = { calls: 0, statuses: new Map(), faults: [] }
  const lane = async (own: Random): Promise<void> => {
    while (report.calls < calls) {
      report.calls += 1
      const attacker = own.pick(attackers)
      const call = own.once(3) ? callOfTable(catalogue, attacker, own) : callOfFunction(catalogue, attacker, own)
      await send(url, attacker, call, report)
    }
  }
  const attacked = Promise.all(Array.from({ length: lanes }, (_, n) => lane(random.fork(n))))
  let over = false
  void attacked.finally(() => (over = true))
  // An honest reader meanwhile.
  while (!over) {
    const read = await fetch(`${url}/rest/v1/events?select=id&limit=1`, {
      headers: { apikey: EMBEDDED_PUBLISHABLE_KEY },
    })
    if (read.status !== 200) report.faults.push(`${read.status} to a concurrent reader: ${await read.text()}`)
    else await read.arrayBuffer()
    await sleep(50)
  }
  await attacked
  return report
}

async function send(url: string, attacker: Attacker, call: Call, report: HostileReport): Promise<void> {
  const said = `${attacker.role} ${call.method} ${call.path.slice(0, 300)} ${call.body?.slice(0, 600) ?? ''}`
  try {
    const response = await fetch(`${url}/rest/v1/${call.path}`, {
      method: call.method,
      headers: {
        apikey: EMBEDDED_PUBLISHABLE_KEY,
        'content-type': 'application/json',
        ...(attacker.token && { authorization: `Bearer ${attacker.token}` }),
        ...call.headers,
      },
      body: call.body,
    })
    const text = await response.text()
    report.statuses.set(response.status, (report.statuses.get(response.status) ?? 0) + 1)
    if (response.status >= 500) report.faults.push(`${response.status} to ${said}: ${text.slice(0, 200)}`)
    const asked = `${decodeURIComponent(call.path)} ${call.body ?? ''}`
    const leaked = attacker.secrets.find((secret) => text.includes(secret) && !asked.includes(secret))
    if (leaked) report.faults.push(`${leaked} leaked to ${said}: ${text.slice(0, 300)}`)
  } catch (error) {
    report.faults.push(`No answer to ${said}: ${String(error)}`)
  }
}
