import { describe, expect, it } from 'vitest'
import { isFull } from './failure.ts'
import { toFailure } from './to-failure.ts'

describe('a refusal of the database', () => {
  it('keeps its code and parses a JSON detail', () => {
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
})

describe('everything else', () => {
  it.each([
    ['no answer', { name: 'TypeError', message: 'TypeError: fetch failed', code: '' }, 0, 'unreachable'],
    ['our fetch gave up', { message: 'UnreachableError: timed out', code: '' }, 0, 'unreachable'],
    ['a gateway', { message: 'Bad gateway' }, 502, 'unreachable'],
    ['no session', { message: 'SignedOutError: not signed in', code: '' }, 0, 'signed_out'],
    ['an expired token', { code: 'PGRST301', message: 'JWT expired' }, 401, 'signed_out'],
    [
      'an expired token in Storage',
      { name: 'StorageApiError', message: '"exp" claim timestamp check failed', status: 400, statusCode: '403' },
      undefined,
      'signed_out',
    ],
    ['row security', { code: '42501', message: 'permission denied for table payments' }, 403, 'forbidden'],
    ['a limit', { message: 'slow down' }, 429, 'rate_limited'],
    [
      'a large file',
      {
        name: 'StorageApiError',
        message: 'The object exceeded the maximum allowed size',
        status: 413,
        statusCode: '413',
      },
      undefined,
      'file_refused',
    ],
    [
      'a file of another kind',
      { name: 'StorageApiError', message: 'mime type text/html is not supported', status: 400, statusCode: '415' },
      undefined,
      'file_refused',
    ],
    [
      'a wrong password',
      {
        __isAuthError: true,
        name: 'AuthApiError',
        message: 'Invalid login credentials',
        status: 400,
        code: 'invalid_credentials',
      },
      undefined,
      'auth',
    ],
    [
      'too many sign-ins',
      { __isAuthError: true, name: 'AuthApiError', message: 'Too many', status: 429, code: 'over_request_rate_limit' },
      undefined,
      'rate_limited',
    ],
    [
      'an unreachable auth service',
      { __isAuthError: true, name: 'AuthRetryableFetchError', message: 'fetch failed', status: 0 },
      undefined,
      'unreachable',
    ],
    ['a full device', { name: 'QuotaExceededError', message: 'full' }, undefined, 'storage'],
    [
      'a full device, as Dexie wraps it',
      { name: 'AbortError', message: 'QuotaExceededError: full' },
      undefined,
      'storage',
    ],
    [
      'a store that was closed',
      { name: 'DatabaseClosedError', message: 'Database has been closed' },
      undefined,
      'storage',
    ],
    [
      'a closing connection',
      new DOMException(
        "Failed to execute 'transaction' on 'IDBDatabase': The database connection is closing.",
        'InvalidStateError',
      ),
      undefined,
      'storage',
    ],
    ['a store that fails inside', new DOMException('Internal error.', 'UnknownError'), undefined, 'storage'],
    [
      'a value that the engine cannot store',
      new DOMException(
        'Failed to store record in an IDBObjectStore: BlobURLs are not yet supported.',
        'DataCloneError',
      ),
      undefined,
      'storage',
    ],
    [
      'a transaction that was aborted',
      new DOMException('The transaction was aborted.', 'AbortError'),
      undefined,
      'storage',
    ],
    [
      'an aborted transaction, as Dexie wraps it',
      { name: 'AbortError', message: 'AbortError', inner: null },
      undefined,
      'storage',
    ],
    ['a store that hangs', { name: 'StoreTimeoutError', message: 'no answer after 5000 ms' }, undefined, 'storage'],
    [
      'a store that failed while the session was read for a request',
      { message: 'DatabaseClosedError: Database has been closed', details: '', hint: '', code: '' },
      undefined,
      'storage',
    ],
    [
      'a request that was aborted',
      new DOMException('The user aborted a request.', 'AbortError'),
      undefined,
      'unreachable',
    ],
    ['an aborted request, as supabase-js passes it on', { message: 'AbortError: aborted' }, undefined, 'unreachable'],
    ['a request that took too long', new DOMException('signal timed out', 'TimeoutError'), undefined, 'unreachable'],
    ['a network that failed', { message: 'TypeError: fetch failed' }, undefined, 'unreachable'],
    ['a server error with the name of a store error', { name: 'UnknownError', message: 'x' }, 500, 'server'],
    ['a crash of the server', { code: 'XX000', message: 'internal error' }, 500, 'server'],
    ['a missing function', { code: 'PGRST202', message: 'Could not find the function' }, 404, 'server'],
    ['a row that something refers to', { code: '23503', message: 'violates foreign key' }, 409, 'in_use'],
    ['a value of a wrong kind', { code: '22P02', message: 'invalid input syntax' }, 400, 'invalid'],
  ] as const)('%s', (_, error, status, code) => expect(toFailure(error, status).code).toBe(code))

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
