import { jsonAnswer, type Answer } from '../http/http-message.ts'
import type { ApiRoute } from './routes.ts'

type Area = ApiRoute['area']

/** A refusal in the shape that the client library expects of that part of the API. */
export function refusal(area: Area, status: number, code: string, message: string, hint: string | null = null): Answer {
  if (area === 'auth') return jsonAnswer(status, { code: status, error_code: code, msg: message })
  if (area === 'storage') return jsonAnswer(status, { statusCode: String(status), error: code, message })
  return jsonAnswer(status, { code, message, details: null, hint })
}

export const missingKey = (): Answer =>
  jsonAnswer(401, {
    message: 'No API key found in request',
    hint: 'No `apikey` request header or url param was found.',
  })

export const wrongKey = (): Answer =>
  jsonAnswer(401, { message: 'Invalid API key', hint: 'Double check your Supabase `apikey`' })

/** As the services behind answer a token that they cannot read. */
export const unreadableToken = (area: Area): Answer =>
  area === 'rest'
    ? refusal(area, 401, 'PGRST301', 'The token cannot be read')
    : refusal(area, area === 'auth' ? 403 : 400, area === 'auth' ? 'bad_jwt' : 'Unauthorized', 'invalid JWT')

export const notOffered = (area: Area): Answer => refusal(area, 404, 'not_found', 'There is nothing at this address')

export const bodyTooLarge = (area: Area): Answer => ({
  ...refusal(area, 413, 'Payload too large', 'The object exceeded the maximum allowed size'),
  close: true,
})

/** What the auth service says of an account that staff closed. */
const accountClosed = (): Answer => jsonAnswer(403, { code: 403, error_code: 'user_banned', msg: 'User is banned' })

/** What storage says of a picture where there is one; hosted Supabase says it so, too. */
export const pictureThere = (): Answer =>
  jsonAnswer(400, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' })

/** The disk is nearly full: the picture stays on its device, which tries again. */
export const noSpace = (): Answer => ({
  ...jsonAnswer(429, {
    statusCode: '429',
    error: 'TooManyRequests',
    message: 'There is no space for pictures just now',
  }),
  close: true,
})

/** What PostgREST says of a body that is neither a row nor a list of rows, and the auth service of one it cannot read. */
export const unreadableBody = (area: Area): Answer =>
  area === 'rest'
    ? refusal(area, 400, 'PGRST102', 'The body is no JSON object or list of objects')
    : refusal(area, 400, 'bad_json', 'The body is no JSON object, or has a text that cannot be kept')

/** What PostgREST says of an embedded table that is not related to the one that is asked for. */
export const notEmbedded = (): Answer =>
  refusal('rest', 400, 'PGRST200', 'No relationship between these tables was found')

/** Refuses a query that embeds too many tables. */
export const tooMuchEmbedded = (): Answer =>
  refusal('rest', 400, 'PGRST100', 'Too many tables are embedded in this answer; ask for them one by one')

/** Refuses a change of an account's address, with the same answer for every address, so it does not tell which are taken. */
export const addressStays = (): Answer =>
  refusal('auth', 422, 'validation_failed', 'The e-mail address of an account cannot be changed here.')

/** To an address that is no text, or one that no database can hold. */
export const unreadableAddress = (area: Area): Answer =>
  refusal(area, 400, 'invalid_path', 'This address cannot be read')

/** To a browser that another site's page has made to ask. */
export const fromAnotherSite = (area: Area): Answer =>
  refusal(area, 403, 'another_site', 'Only the shop’s own pages may ask here')

/** @param waitMs until another attempt is let through */
export function tooManyAttempts(waitMs: number): Answer {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const minutes = Math.ceil(seconds / 60)
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const answer = refusal('auth', 429, 'over_request_rate_limit', `Too many attempts. Please try again in ${when}.`)
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } }
}

/** What a failure inside looks like from outside: nothing of the inside. */
export function internalError(area: Area): Answer {
  if (area === 'auth') return refusal('auth', 500, 'unexpected_failure', 'Unexpected failure')
  if (area === 'storage') return refusal('storage', 500, 'InternalError', 'Internal Server Error')
  return refusal('rest', 500, 'XX000', 'Internal server error')
}

/** After the retries of a deadlock, or when a statement took too long: worth the client's trying again. */
export const busy = (area: Area, code: string): Answer => {
  const answer = refusal(area, 503, code, 'The database is busy; try again')
  return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } }
}

/** More requests at once than are answered or may wait. */
export const tooManyAtOnce = (area: Area): Answer => {
  const answer = refusal(area, 429, 'over_request_rate_limit', 'Too many requests at once; try again')
  return { ...answer, headers: { ...answer.headers, 'retry-after': '2' } }
}

interface DatabaseError {
  code: string
  message: string
  hint: string | null
}

/** Checks, exclusions, plain `raise exception`, and limits of what one statement may carry: the sender's fault. */
const USER_FAULTS = /^(22...|23514|23P01|P0001|540..)$/
/** `private.uid()` refuses a token whose session has ended, `private.refuse_closed()` a new session of a closed account. */
const ENDED = 'PT401'
/** Writing through a view that is only for reading. */
const NOT_WRITABLE = '55000'

/**
 * The embedded backend makes a 500 of violated checks and of plain `raise exception`. PostgREST, which hosted shops
 * run on, answers 400; so do we, without the row that PostgreSQL puts into the detail. A view that cannot be written and
 * a value too large to be read, of which PostgREST too makes a 500, are no failures of the shop either.
 */
function answerAsPostgrest(error: DatabaseError): Answer | null {
  if (error.code === NOT_WRITABLE) return refusal('rest', 405, error.code, error.message, error.hint)
  return USER_FAULTS.test(error.code) ? refusal('rest', 400, error.code, error.message, error.hint) : null
}

/** The answer to an error of the database that is the sender's, where the backend makes a 500 of it; null for any other. */
export function answerToDatabaseError(area: Area, error: DatabaseError): Answer | null {
  // A rule on pictures asks whether the session lives.
  if (area === 'storage' && error.code === ENDED) return refusal('storage', 401, 'InvalidJWT', error.message)
  if (area === 'auth' && error.code === ENDED) return accountClosed()
  return area === 'rest' ? answerAsPostgrest(error) : null
}
