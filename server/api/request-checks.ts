import type { ApiRoute } from './routes.ts'

/** Returns {} for a body that is not a JSON object. */
export function parseJson(body: Buffer): Record<string, unknown> {
  try {
    return asObject(JSON.parse(body.toString('utf8')))
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

export const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {})

/** PostgreSQL stores no text with a null byte or a lone surrogate. */
const canBeKept = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** True when a path or query decodes to a text that PostgreSQL can store. */
export function isDecodable(encoded: string): boolean {
  try {
    return canBeKept(decodeURIComponent(encoded))
  } catch {
    return false
  }
}

export const changesAddress = (body: Record<string, unknown>): boolean => 'email' in body || 'phone' in body

/** Fields that the auth service uses as texts without a check. */
const TEXTS_OF_AUTH = [
  'email',
  'phone',
  'password',
  'token',
  'token_hash',
  'refresh_token',
  'type',
  'auth_code',
  'code_verifier',
]

const isTextOrMissing = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string'

const LIST_ORDERS = ['name', 'created_at', 'updated_at', 'last_accessed_at']
const MAX_LISTED = 1_000

function isListing({ limit, offset, sortBy }: Record<string, unknown>): boolean {
  const isCount = (value: unknown, most: number): boolean =>
    value === undefined || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most)
  const isOrder =
    sortBy === undefined ||
    (isObject(sortBy) &&
      LIST_ORDERS.includes(String(sortBy['column'])) &&
      ['asc', 'desc'].includes(String(sortBy['order'])))
  return isCount(limit, MAX_LISTED) && isCount(offset, Number.MAX_SAFE_INTEGER) && isOrder
}

/**
 * Returns a body's JSON when it has the types that its part of the API assumes; others fail inside with a 500. A body of
 * more values than `most`, counted before it is parsed, is 'too_many'.
 */
export function readJson(
  area: ApiRoute['area'],
  body: Buffer,
  most: number,
): { value: unknown } | 'unreadable' | 'too_many' {
  const bounds = boundsOf(body, most)
  if (bounds) return bounds
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return 'unreadable'
  }
  return isOfArea(area, value) ? { value } : 'unreadable'
}

function isOfArea(area: ApiRoute['area'], value: unknown): boolean {
  if (area === 'rest') return [value].flat().every(isObject)
  if (!isObject(value) || !isStorable(value)) return false
  return area === 'auth' ? TEXTS_OF_AUTH.every((name) => isTextOrMissing(value[name])) : isListing(value)
}

/** The backend parses JSON recursively and would fail on deeper nesting. */
const MAX_LEVELS = 100

const [QUOTE, ESCAPE, COMMA, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT] = Buffer.from('"\\,[{]}')

/** Counts values and levels in the bytes: a parser makes an object of each, a hundred times as slow. */
function boundsOf(body: Buffer, most: number): 'unreadable' | 'too_many' | null {
  let values = 1
  let level = 0
  let inText = false
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at]
    if (inText) {
      if (sign === ESCAPE) at += 1
      else if (sign === QUOTE) inText = false
    } else if (sign === QUOTE) inText = true
    else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) level -= 1
    else if (sign === COMMA || sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values += 1
      if (sign !== COMMA) level += 1
      if (level > MAX_LEVELS) return 'unreadable'
      if (values > most) return 'too_many'
    }
  }
  return null
}

const isStorable = (value: unknown): boolean =>
  typeof value === 'string'
    ? canBeKept(value)
    : typeof value !== 'object' ||
      value === null ||
      Object.entries(value).every(([name, part]) => canBeKept(name) && isStorable(part))

/** Embedded tables in one answer, in all and nested. The pages need three. */
const MAX_EMBEDDED = 8
const MAX_EMBEDDED_DEEP = 4

/**
 * Returns true when an answer embeds too many tables. Each level multiplies the rows, so one request could use all
 * memory.
 */
export function embedsTooMuch(url: URL): boolean {
  let embedded = 0
  let level = 0
  for (const bracket of url.searchParams.getAll('select').join(',').replace(/[^()]/g, '')) {
    if (bracket === ')') level -= 1
    else {
      level += 1
      embedded += 1
    }
    if (level > MAX_EMBEDDED_DEEP || embedded > MAX_EMBEDDED) return true
  }
  return false
}

/** Returns true for a write that embeds tables in its answer: the backend throws when they are not related. */
export const embedsInWrite = (method: string | undefined, url: URL): boolean =>
  url.pathname.startsWith('/rest/') &&
  method !== 'GET' &&
  method !== 'HEAD' &&
  /[(]/.test(url.searchParams.get('select') ?? '')
