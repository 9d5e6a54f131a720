import { refusalCodes, type RefusalCode } from '#shop/refusals/refusal-codes.ts'
import { STORE_FULL, type Failure, type FailureCode } from './failure.ts'

interface AnyError {
  name?: string
  message?: string
  code?: string
  status?: number
  statusCode?: string | number
  details?: unknown
  hint?: string | null
  detail?: unknown
  originalError?: unknown
  /** Dexie's: the browser's own error, or null. */
  inner?: unknown
  __isAuthError?: boolean
}

/** Error names of Dexie, of IndexedDB, and ours for a store that hangs. */
const STORE_ERRORS: ReadonlySet<string> = new Set([
  ...['BulkError', 'ConstraintError', 'DataCloneError', 'DataError', 'DatabaseClosedError', 'ForeignAwaitError'],
  ...['InternalError', 'InvalidStateError', 'InvalidTableError', 'MissingAPIError', 'ModifyError', 'NotFoundError'],
  ...['NotReadableError', 'OpenFailedError', 'PrematureCommitError', 'ReadOnlyError', 'SchemaError'],
  ...['StoreTimeoutError', 'SubTransactionError', 'TransactionInactiveError', 'UnknownError', 'UpgradeError'],
  ...['VersionChangeError', 'VersionError'],
])

const isRefusalCode = (text: unknown): text is RefusalCode => (refusalCodes as readonly unknown[]).includes(text)

/** Turns any error into a Failure. A refusal of the database is SQLSTATE `PT4xx` with the code as its message. */
export function toFailure(error: unknown, status?: number): Failure {
  const found = (typeof error === 'object' && error !== null ? error : { message: String(error) }) as AnyError
  if (found.originalError && !found.status) return toFailure(found.originalError, status)
  const http = numberOf(found.statusCode) ?? numberOf(found.status) ?? status
  const said = found.message ?? ''
  const code = codeOf(found, said, http)
  const detail = code === 'storage' ? (isQuota(found) ? STORE_FULL : undefined) : refusalDetail(found, code)
  return {
    code,
    message: said || code,
    ...(detail !== undefined ? { detail } : {}),
    ...(code === 'invalid' && found.hint ? { hint: found.hint } : {}),
    ...(http ? { status: http } : {}),
  }
}

function codeOf(error: AnyError, message: string, http: number | undefined): FailureCode {
  // supabase-js passes on what our fetch threw with its code, or only as `Name: message`.
  if (error.code === 'signed_out' || message.startsWith('SignedOutError')) return 'signed_out'
  if (error.code === 'unreachable') return 'unreachable'
  if (isRefusalCode(message)) return message
  if (isQuota(error) || (!http && isOfStore(error, message))) return 'storage'
  if (http === 429) return 'rate_limited'
  if (error.__isAuthError) return authCode(error, http)
  // PGRST301–303: token missing, malformed or expired. Storage says it in words, with 400 or 403.
  if (http === 401 || /^PGRST30[123]$/.test(error.code ?? '') || /jwt|exp" claim|InvalidJWT/i.test(message))
    return 'signed_out'
  if (!http) return 'unreachable'
  if (http === 403 || error.code === '42501') return 'forbidden'
  if (http === 413 || http === 415 || /mime type|maximum allowed size/i.test(message)) return 'file_refused'
  return sqlCode(error.code) ?? (http >= 502 && http <= 504 ? 'unreachable' : 'server')
}

/** Database errors that no retry fixes. */
function sqlCode(code = ''): FailureCode | undefined {
  if (code === '23503') return 'in_use'
  if (/^(22...|2350[25]|23514)$/.test(code)) return 'invalid'
  return undefined
}

function authCode(error: AnyError, http: number | undefined): FailureCode {
  if (error.name === 'AuthRetryableFetchError') return http && http >= 500 ? 'server' : 'unreachable'
  if (error.name === 'AuthSessionMissingError') return 'signed_out'
  if (!http || http >= 500) return http ? 'server' : 'unreachable'
  return 'auth'
}

/** True when the device's store failed, not the network: `fetch` and a transaction abort under the same name. */
function isOfStore(error: AnyError, message: string): boolean {
  const name = error.name ?? ''
  const said = /^(\w+Error)\b/.exec(message)?.[1] ?? ''
  if (STORE_ERRORS.has(name) || STORE_ERRORS.has(said)) return true
  return /^(Abort|Timeout)Error$/.test(name) && ('inner' in error || /transaction|database/i.test(message))
}

const isQuota = (error: AnyError): boolean =>
  error.name === 'QuotaExceededError' || /quota/i.test(error.name ?? '') || /QuotaExceeded/i.test(error.message ?? '')

const numberOf = (value: unknown): number | undefined => {
  const number = Number(value)
  return value !== undefined && value !== null && value !== '' && number > 0 ? number : undefined
}

const refusalDetail = (error: AnyError, code: FailureCode): unknown =>
  isRefusalCode(code) ? parseDetail(error.details ?? error.detail) : undefined

function parseDetail(detail: unknown): unknown {
  if (typeof detail !== 'string') return detail ?? undefined
  if (!/^[[{"]/.test(detail.trim())) return detail
  try {
    return JSON.parse(detail)
  } catch {
    return detail
  }
}
