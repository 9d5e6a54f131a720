import { jsonAnswer, type Answer } from '../http/http-message.ts'
import { UNREAD_STATUS, type Unread } from '../http/bodies.ts'
import type { ApiRoute } from './routes.ts'

type Area = ApiRoute['area']

/** Refuses in the error format that the client library expects of this part of the API. */
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

export const unreadableToken = (area: Area): Answer =>
  area === 'rest'
    ? refusal(area, 401, 'PGRST301', 'The token cannot be read')
    : refusal(area, area === 'auth' ? 403 : 400, area === 'auth' ? 'bad_jwt' : 'Unauthorized', 'invalid JWT')

export const notOffered = (area: Area): Answer => refusal(area, 404, 'not_found', 'There is nothing at this address')

/** Says why a body was not read; the rest of it is dropped. */
export function bodyUnread(area: Area, why: Unread): Answer {
  if (why === 'no_room') return { ...tooManyAtOnce(area), close: true }
  const answer =
    why === 'too_large'
      ? refusal(area, UNREAD_STATUS[why], 'Payload too large', 'The object exceeded the maximum allowed size')
      : refusal(area, UNREAD_STATUS[why], 'request_timeout', 'The body took too long; send it again')
  return { ...answer, close: true }
}

/** As hosted Supabase answers without a token where one is needed; the client renews its session and asks again. */
export const signedInForSoMuch = (area: Area): Answer => ({
  ...refusal(area, 401, area === 'rest' ? 'PGRST301' : 'Unauthorized', 'Only an account may send so much'),
  close: true,
})

export const tooManyValues = (area: Area, most: number): Answer =>
  refusal(area, 413, 'too_many_values', `The body has more than ${most} values`)

export const forbidden = (message: string): Answer => refusal('rest', 403, 'forbidden', message)

const accountClosed = (): Answer => jsonAnswer(403, { code: 403, error_code: 'user_banned', msg: 'User is banned' })

/** Matches hosted Supabase's answer when a picture exists already. */
export const pictureThere = (): Answer =>
  jsonAnswer(400, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' })

/** The disk is nearly full. The client keeps its picture and retries. */
export const noSpace = (): Answer => ({
  ...jsonAnswer(429, {
    statusCode: '429',
    error: 'TooManyRequests',
    message: 'There is no space for pictures just now',
  }),
  close: true,
})

export const unreadableBody = (area: Area): Answer =>
  area === 'rest'
    ? refusal(area, 400, 'PGRST102', 'The body is no JSON object or list of objects')
    : refusal(area, 400, 'bad_json', 'The body is no JSON object, or has a text that cannot be kept')

export const nameTwice = (path: readonly string[], lines: readonly number[]): Answer =>
  refusal('rest', 400, 'PGRST102', `${path.join('/')} is listed twice: lines ${lines.join(' and ')}`)

export const notEmbedded = (): Answer =>
  refusal('rest', 400, 'PGRST200', 'No relationship between these tables was found')

export const tooMuchEmbedded = (): Answer =>
  refusal('rest', 400, 'PGRST100', 'Too many tables are embedded in this answer; ask for them one by one')

/** Gives the same answer for every address, so that it does not reveal which are taken. */
export const addressStays = (): Answer =>
  refusal('auth', 422, 'validation_failed', 'The e-mail address of an account cannot be changed here.')

export const unreadableAddress = (area: Area): Answer =>
  refusal(area, 400, 'invalid_path', 'This address cannot be read')

export const fromAnotherSite = (area: Area): Answer =>
  refusal(area, 403, 'another_site', 'Only the shop’s own pages may ask here')

export function tooManyAttempts(waitMs: number): Answer {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const minutes = Math.ceil(seconds / 60)
  const when = minutes === 1 ? 'a minute' : `${minutes} minutes`
  const answer = refusal('auth', 429, 'over_request_rate_limit', `Too many attempts. Please try again in ${when}.`)
  return { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } }
}

export function internalError(area: Area): Answer {
  if (area === 'auth') return refusal('auth', 500, 'unexpected_failure', 'Unexpected failure')
  if (area === 'storage') return refusal('storage', 500, 'InternalError', 'Internal Server Error')
  return refusal('rest', 500, 'XX000', 'Internal server error')
}

/** Asks the client to retry: a deadlock outlasted our retries, or a statement timed out. */
export const busy = (area: Area, code: string): Answer => {
  const answer = refusal(area, 503, code, 'The database is busy; try again')
  return { ...answer, headers: { ...answer.headers, 'retry-after': '1' } }
}

export const tooManyAtOnce = (area: Area): Answer => {
  const answer = refusal(area, 429, 'over_request_rate_limit', 'Too many requests at once; try again')
  return { ...answer, headers: { ...answer.headers, 'retry-after': '2' } }
}

interface DatabaseError {
  code: string
  message: string
  hint: string | null
}

/** The sender's faults: violated checks and exclusions, plain `raise exception`, limits of one statement. */
const USER_FAULTS = /^(22...|23514|23P01|P0001|540..)$/
/** Raised by `private.uid()` for an ended session and by `private.refuse_closed()` for a closed account. */
const ENDED = 'PT401'
const NOT_WRITABLE = '55000'

/** The embedded backend answers 500 where PostgREST answers 400. Leaves out PostgreSQL's detail: it holds the row. */
function answerAsPostgrest(error: DatabaseError): Answer | null {
  if (error.code === NOT_WRITABLE) return refusal('rest', 405, error.code, error.message, error.hint)
  return USER_FAULTS.test(error.code) ? refusal('rest', 400, error.code, error.message, error.hint) : null
}

/** Answers a database error that is the sender's fault but a 500 of the backend; null for any other. */
export function answerToDatabaseError(area: Area, error: DatabaseError): Answer | null {
  // The policies on pictures call `private.uid()`, too.
  if (area === 'storage' && error.code === ENDED) return refusal('storage', 401, 'InvalidJWT', error.message)
  if (area === 'auth' && error.code === ENDED) return accountClosed()
  return area === 'rest' ? answerAsPostgrest(error) : null
}
