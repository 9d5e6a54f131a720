import type { ApiRoute } from './routes.ts'

/** Returns {} for a body that is not a JSON object. */
export function parseJson(body: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

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

/** True when a body has the types that its part of the API assumes; others fail inside with a 500. */
export function isReadable(area: ApiRoute['area'], body: Buffer): boolean {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    return false
  }
  if (area === 'rest') return [value].flat().every(isObject) && isSound(value, () => true)
  if (!isObject(value) || !isSound(value, canBeKept)) return false
  return area === 'auth' ? TEXTS_OF_AUTH.every((name) => isTextOrMissing(value[name])) : isListing(value)
}

/** The backend parses JSON recursively and would fail on deeper nesting. */
const MAX_LEVELS = 100

function isSound(value: unknown, allowed: (text: string) => boolean, levels = MAX_LEVELS): boolean {
  if (typeof value === 'string') return allowed(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    levels > 0 && Object.entries(value).every(([name, part]) => allowed(name) && isSound(part, allowed, levels - 1))
  )
}

/** Embedded tables in one answer, in all and nested. The pages need three. */
const MAX_EMBEDDED = 8
const MAX_EMBEDDED_DEEP = 4

/** True when an answer embeds too many tables. Each level multiplies the rows, so one request could use all memory. */
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

/** True for a write that embeds tables in its answer: the backend throws when they are not related. */
export const embedsInWrite = (method: string | undefined, url: URL): boolean =>
  url.pathname.startsWith('/rest/') &&
  method !== 'GET' &&
  method !== 'HEAD' &&
  /[(]/.test(url.searchParams.get('select') ?? '')
