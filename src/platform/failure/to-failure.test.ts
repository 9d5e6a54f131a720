import { describe, expect, it } from 'vitest'
import { isFull, whoFailed, type FailureCode } from './failure.ts'
import { toFailure } from './to-failure.ts'

it('a refusal of the database keeps its code and parses a JSON detail', () => {
  const lost = [{ ticket_category_id: 'c1', seats: ['A1'] }]
  expect(toFailure({ code: 'PT409', message: 'seats_taken', details: JSON.stringify(lost), hint: '' }, 409)).toEqual({
    code: 'seats_taken',
    message: 'seats_taken',
    detail: lost,
    status: 409,
  })
  expect(toFailure({ code: 'PT409', message: 'transaction_used', details: 'MF00000000' }, 409).detail).toBe(
    'MF00000000',
  )
  expect(toFailure({ code: 'PT400', message: 'invalid', details: '[broken' }, 400).detail).toBe('[broken')
})

const ofStorage = (message: string, status: number, statusCode: string) => ({
  ...{ name: 'StorageApiError', message, status, statusCode },
})
const ofAuth = (name: string, message: string, status: number, code?: string) => ({
  ...{ __isAuthError: true, name, message, status, code },
})
const thrown = (message: string, name: string) => new DOMException(message, name)

describe('everything else', () => {
  it.each<[string, FailureCode, error: unknown, status?: number]>([
    ['no answer', 'unreachable', { name: 'TypeError', message: 'TypeError: fetch failed', code: '' }, 0],
    ['our fetch gave up', 'unreachable', { message: 'UnreachableError: timed out', code: '' }, 0],
    ['a gateway', 'unreachable', { message: 'Bad gateway' }, 502],
    ['no session', 'signed_out', { message: 'SignedOutError: not signed in', code: '' }, 0],
    ['an expired token', 'signed_out', { code: 'PGRST301', message: 'JWT expired' }, 401],
    ['row security', 'forbidden', { code: '42501', message: 'permission denied for table payments' }, 403],
    ['a limit', 'rate_limited', { message: 'slow down' }, 429],
    ['a server error with the name of a store error', 'server', { name: 'UnknownError', message: 'x' }, 500],
    ['a crash of the server', 'server', { code: 'XX000', message: 'internal error' }, 500],
    ['a missing function', 'server', { code: 'PGRST202', message: 'Could not find the function' }, 404],
    ['a row that something refers to', 'in_use', { code: '23503', message: 'violates foreign key' }, 409],
    ['a value of a wrong kind', 'invalid', { code: '22P02', message: 'invalid input syntax' }, 400],
    ['an expired token in Storage', 'signed_out', ofStorage('"exp" claim timestamp check failed', 400, '403')],
    ['a large file', 'file_refused', ofStorage('The object exceeded the maximum allowed size', 413, '413')],
    ['a file of another kind', 'file_refused', ofStorage('mime type text/html is not supported', 400, '415')],
    ['a wrong password', 'auth', ofAuth('AuthApiError', 'Invalid login credentials', 400, 'invalid_credentials')],
    ['too many sign-ins', 'rate_limited', ofAuth('AuthApiError', 'Too many', 429, 'over_request_rate_limit')],
    ['an unreachable auth service', 'unreachable', ofAuth('AuthRetryableFetchError', 'fetch failed', 0)],
    ['a full device', 'storage', { name: 'QuotaExceededError', message: 'full' }],
    ['a full device, as Dexie wraps it', 'storage', { name: 'AbortError', message: 'QuotaExceededError: full' }],
    ['a store that was closed', 'storage', { name: 'DatabaseClosedError', message: 'Database has been closed' }],
    [
      'a closing connection',
      'storage',
      thrown(
        "Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing.",
        'InvalidStateError',
      ),
    ],
    ['a store that fails inside', 'storage', thrown('Internal error.', 'UnknownError')],
    [
      'a value that the engine cannot store',
      'storage',
      thrown('Failed to store record in an IDBObjectStore: BlobURLs are not yet supported.', 'DataCloneError'),
    ],
    ['a transaction that was aborted', 'storage', thrown('The transaction was aborted.', 'AbortError')],
    [
      'an aborted transaction, as Dexie wraps it',
      'storage',
      { name: 'AbortError', message: 'AbortError', inner: null },
    ],
    ['a store that hangs', 'storage', { name: 'StoreTimeoutError', message: 'no answer after 5000 ms' }],
    [
      'a store that failed while the session was read for a request',
      'storage',
      { message: 'DatabaseClosedError: Database has been closed', details: '', hint: '', code: '' },
    ],
    ['a request that was aborted', 'unreachable', thrown('The user aborted a request.', 'AbortError')],
    ['an aborted request, as supabase-js passes it on', 'unreachable', { message: 'AbortError: aborted' }],
    ['a request that took too long', 'unreachable', thrown('signal timed out', 'TimeoutError')],
    ['a network that failed', 'unreachable', { message: 'TypeError: fetch failed' }],
  ])('%s is %s', (_, code, error, status) => expect(toFailure(error, status).code).toBe(code))

  it('reports whether a failed store was full', () => {
    expect(isFull(toFailure(new DOMException('', 'QuotaExceededError')))).toBe(true)
    expect(isFull(toFailure({ name: 'AbortError', message: 'QuotaExceededError: full', inner: {} }))).toBe(true)
    expect(isFull(toFailure(new DOMException('', 'UnknownError')))).toBe(false)
    expect(isFull(toFailure(new TypeError('fetch failed')))).toBe(false)
  })

  it('keeps the hint about an invalid value', () => {
    const refusal = { code: 'PT400', message: 'invalid', details: 'total_tickets', hint: 'At most 7020 seats.' }
    expect(toFailure(refusal, 400)).toMatchObject({ detail: 'total_tickets', hint: 'At most 7020 seats.' })
    expect(toFailure({ ...refusal, hint: null }, 400)).not.toHaveProperty('hint')
  })

  it('accepts any thrown value', () => {
    for (const thrown of [undefined, null, 'text', 5, new Error('x')])
      expect(toFailure(thrown).code).toBe('unreachable')
  })
})

it.each([
  ['device', new DOMException('', 'QuotaExceededError'), undefined],
  ['device', new DOMException('Internal error.', 'UnknownError'), undefined],
  ['network', new TypeError('fetch failed'), 0],
  ['network', { message: 'Bad gateway' }, 502],
  ['shop', { message: 'internal error' }, 500],
  ['shop', { code: '42501', message: 'permission denied' }, 403],
] as const)('the %s failed: %o', (who, error, status) => expect(whoFailed(toFailure(error, status))).toBe(who))
