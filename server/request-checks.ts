import type { ApiRoute } from './api-routes.ts'

/** A body as an object; an empty one for everything that is none. */
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

/** No database keeps a text with the byte 0 or half a character. */
const canBeKept = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Whether a path or query is text when it is decoded: no broken or forbidden bytes, and none that ends a name early. */
export function isDecodable(encoded: string): boolean {
  try {
    return canBeKept(decodeURIComponent(encoded))
  } catch {
    return false
  }
}

/** An account keeps the address and number that it was made with. */
export const namesAddress = (body: Record<string, unknown>): boolean => 'email' in body || 'phone' in body

/** What the auth service takes for a text without looking. */
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

/** By what storage's lists can be ordered. */
const LIST_ORDERS = ['name', 'created_at', 'updated_at', 'last_accessed_at']
const MOST_LISTED = 1_000

/** How storage's lists are asked for; everything is optional. */
function isListing({ limit, offset, sortBy }: Record<string, unknown>): boolean {
  const isCount = (value: unknown, most: number): boolean =>
    value === undefined || (Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most)
  const isOrder =
    sortBy === undefined ||
    (isObject(sortBy) &&
      LIST_ORDERS.includes(String(sortBy['column'])) &&
      ['asc', 'desc'].includes(String(sortBy['order'])))
  return isCount(limit, MOST_LISTED) && isCount(offset, Number.MAX_SAFE_INTEGER) && isOrder
}

/**
 * Whether a body is what its part of the API reads: rows for the data API (an object, or a list of objects, whose values
 * the database judges); for sign-in and storage an object of texts that can be kept, and of the auth service's own kinds:
 * over others they would fail inside.
 */
export function isReadable(area: ApiRoute['area'], body: Buffer): boolean {
  let kept = true
  const look = (key: string, part: unknown): unknown => {
    kept &&= canBeKept(key) && (typeof part !== 'string' || canBeKept(part))
    return part
  }
  try {
    const value: unknown = JSON.parse(body.toString('utf8'), area === 'rest' ? undefined : look)
    if (area === 'rest') return [value].flat().every(isObject)
    if (!kept || !isObject(value)) return false
    return area === 'auth' ? TEXTS_OF_AUTH.every((name) => isTextOrMissing(value[name])) : isListing(value)
  } catch {
    return false
  }
}

/**
 * A write that asks for rows of other tables in its answer: the backend throws, before it asks the database, where the
 * two are not related (a view, or a table of no such name).
 */
export const embedsInWrite = (method: string | undefined, url: URL): boolean =>
  url.pathname.startsWith('/rest/') &&
  method !== 'GET' &&
  method !== 'HEAD' &&
  /[(]/.test(url.searchParams.get('select') ?? '')
