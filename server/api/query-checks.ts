import type { Connection } from '@supabase/lite'

// Judges the query as the backend parsed it, not the address: a second parser could understand it differently.

const COMPARISONS = new Set([
  '$eq',
  '$neq',
  '$gt',
  '$gte',
  '$lt',
  '$lte',
  '$in',
  '$notIn',
  '$is',
  '$isNot',
  '$isDistinct',
  '$contains',
])
/** like and ilike. Regular expressions can run without end, and no page needs one. */
const PATTERNS = new Set(['$like', '$ilike'])
/** Our search fields send at most 100 characters with a % on each side. */
const MAX_PATTERN_CHARACTERS = 200
const MAX_PATTERN_WILDCARDS = 8
const MAX_FILTER_LEVELS = 10

/** Types with a length are left out: 'char(10485760)' makes ten megabytes of each value. */
const CASTS = new Set(
  'text integer int int2 int4 int8 smallint bigint numeric real float8 boolean date timestamptz json jsonb uuid'.split(
    ' ',
  ),
)

type Parts = Record<string, unknown>

const isParts = (value: unknown): value is Parts => value !== null && typeof value === 'object' && !Array.isArray(value)

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

/** A value or a list of values: the backend reads some objects as a query or as another column. */
const isOperand = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlain) : isPlain(value))

const isContained = (value: unknown): boolean =>
  isOperand(value) || (isParts(value) && Object.entries(value).every(([name, part]) => isKey(name) && isPlain(part)))
const isKey = (name: string): boolean => !name.startsWith('$') && name !== 'type'

function faultOfFilter(operator: string, operand: unknown): string | null {
  if (COMPARISONS.has(operator)) {
    const fits = operator === '$contains' ? isContained(operand) : isOperand(operand)
    return fits ? null : 'A filter compares with a value or a list of values'
  }
  if (!PATTERNS.has(operator)) return 'This filter is not offered'
  if (typeof operand !== 'string') return 'A pattern is a text'
  return operand.length > MAX_PATTERN_CHARACTERS || operand.replace(/[^%]/g, '').length > MAX_PATTERN_WILDCARDS
    ? 'This pattern is too long'
    : null
}

function faultOfColumn(filters: unknown): string | null {
  if (!isParts(filters)) return 'This filter cannot be read'
  for (const [operator, operand] of Object.entries(filters)) {
    const negated = operator === '$not' && isParts(operand) ? Object.entries(operand) : [[operator, operand] as const]
    for (const [one, value] of negated) {
      const fault = faultOfFilter(one, value)
      if (fault) return fault
    }
  }
  return null
}

function faultOfWhere(where: unknown, levels = MAX_FILTER_LEVELS): string | null {
  if (where === undefined) return null
  if (!isParts(where) || levels === 0) return 'These filters cannot be read'
  for (const [name, part] of Object.entries(where)) {
    const groups = name === '$not' ? [part] : name === '$or' || name === '$and' ? part : null
    if (groups !== null && !Array.isArray(groups)) return 'These filters cannot be read'
    const faults = groups
      ? groups.map((group) => faultOfWhere(group, levels - 1))
      : [name.startsWith('$') ? 'This filter is not offered' : faultOfColumn(part)]
    const fault = faults.find((one) => one !== null)
    if (fault) return fault
  }
  return null
}

function faultOfSelected(selected: Parts): string | null {
  for (const cast of [selected['cast'], selected['preCast']])
    if (cast !== undefined && !CASTS.has(String(cast).toLowerCase())) return 'A column cannot be read as this type'
  return faultOfQuery(selected)
}

/** Returns what is wrong with a query's filters and casts, embedded tables included; null when it is allowed. */
export function faultOfQuery(query: Parts): string | null {
  const { select, where } = query
  const faults = [
    faultOfWhere(where),
    ...(Array.isArray(select) ? select : [])
      .filter(isParts)
      .flatMap((entry) => Object.values(entry).filter(isParts).map(faultOfSelected)),
  ]
  return faults.find((one) => one !== null) ?? null
}

/** The server itself makes storage's queries, which pass the same hook. */
const OWN_SCHEMA = 'storage'

/** Makes the backend refuse such queries before they reach the database, with status 400 and PostgREST's code. */
export function refuseHarmfulQueries(connection: Connection): void {
  const prepare = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (query, asker) => {
    const parts = query as unknown as Parts
    const message = parts['schema'] === OWN_SCHEMA ? null : faultOfQuery(parts)
    if (message === null) return prepare(query, asker)
    // Same format as PostgREST's own custom errors (`raise sqlstate 'PGRST'`).
    const answer = { code: 'PGRST100', message, details: null, hint: null }
    throw Object.assign(new Error(JSON.stringify(answer)), {
      code: 'PGRST',
      detail: JSON.stringify({ status: 400, headers: {} }),
    })
  }
}
