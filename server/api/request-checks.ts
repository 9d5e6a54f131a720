import type { ApiRoute } from './routes.ts'

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
const MAX_LISTED = 1_000

/** How storage's lists are asked for; everything is optional. */
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
 * Whether a body is what its part of the API reads: rows for the data API (an object, or a list of objects, whose values
 * the database judges); for sign-in and storage an object of texts that can be kept, and of the auth service's own kinds:
 * over others they would fail inside.
 */
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

/** Lists in objects in lists …: the backend reads them by functions that call themselves, and would fail inside. */
const MAX_LEVELS = 100

/** Whether a value of JSON is not too deep, and every text in it, names too, is `allowed`. */
function isSound(value: unknown, allowed: (text: string) => boolean, levels = MAX_LEVELS): boolean {
  if (typeof value === 'string') return allowed(value)
  if (typeof value !== 'object' || value === null) return true
  return (
    levels > 0 && Object.entries(value).every(([name, part]) => allowed(name) && isSound(part, allowed, levels - 1))
  )
}

/** Tables in an answer beside the one that is asked for: in all, and each in another. The pages need three. */
const MAX_EMBEDDED = 8
const MAX_EMBEDDED_DEEP = 4

/**
 * Whether an answer would carry too many tables of tables: each that is nested multiplies the rows, so that one
 * request could take all of the memory (events of categories of events …).
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

/**
 * A write that asks for rows of other tables in its answer: the backend throws, before it asks the database, where the
 * two are not related (a view, or a table of no such name).
 */
export const embedsInWrite = (method: string | undefined, url: URL): boolean =>
  url.pathname.startsWith('/rest/') &&
  method !== 'GET' &&
  method !== 'HEAD' &&
  /[(]/.test(url.searchParams.get('select') ?? '')
