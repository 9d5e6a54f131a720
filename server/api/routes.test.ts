import { describe, expect, test } from 'vitest'
import { isApiPath, routeOf } from './routes.ts'
import { UPLOAD_LIMIT_BYTES } from '../files/picture-upload.ts'

const route = (line: string) => {
  const [method = '', path = ''] = line.split(' ')
  return routeOf(method, path, UPLOAD_LIMIT_BYTES)
}

describe('routes', () => {
  test.each([
    'GET /rest/v1/events',
    'POST /rest/v1/rpc/hold_seats',
    'PATCH /rest/v1/events',
    'POST /auth/v1/token',
    'POST /auth/v1/signup',
    'GET /auth/v1/user',
    'GET /storage/v1/bucket',
    'POST /storage/v1/object/payments/u/1-o.png',
    'GET /storage/v1/object/payments/u/1-o.png',
    'GET /storage/v1/object/info/payments/u/1-o.png',
    'POST /storage/v1/object/list/payments',
    'DELETE /storage/v1/object/payments',
  ])('%s', (line) => expect(route(line)).not.toBeNull())

  test.each([
    'POST /auth/v1/otp',
    'POST /auth/v1/magiclink',
    'GET /auth/v1/verify',
    'POST /auth/v1/admin/users',
    'GET /auth/v1/reauthenticate',
    'GET /auth/v1/',
    'GET /_system/introspect',
    'GET /rest/v2/events',
    'TRACE /rest/v1/events',
    'POST /storage/v1/bucket',
    'DELETE /storage/v1/bucket/payments',
    'POST /storage/v1/bucket/payments/empty',
    'POST /storage/v1/object/sign/payments/u/1.png',
    'PUT /storage/v1/object/upload/sign/payments/u/1.png',
    'GET /storage/v1/object/public/payments/u/1.png',
    'POST /storage/v1/object/move',
    'POST /storage/v1/object/copy',
    'POST /storage/v1/upload/resumable',
    'GET /storage/v1/s3/payments',
  ])('not %s', (line) => expect(route(line)).toBeNull())

  test('check every upload', () => {
    expect(route('POST /storage/v1/object/payments/u/1.png')?.picture).toBe(true)
    expect(route('PUT /storage/v1/object/payments/u/1.png')?.picture).toBe(true)
  })

  test('count every attempt to guess a secret', () => {
    for (const path of ['token', 'signup', 'recover', 'verify', 'resend']) {
      expect(route(`POST /auth/v1/${path}`)?.attempt, path).toBeDefined()
    }
  })

  test('limit the body by call', () => {
    const kilobytes = (line: string): number => (route(line)?.bodyLimit ?? 0) / 1024
    for (const path of ['rpc/send_contact_message', 'rpc/hold_seats', 'events', 'profiles', 'rpc/toString', 'toString'])
      expect(kilobytes(`POST /rest/v1/${path}`), path).toBe(64)
    for (const path of ['rpc/import_catalogue', 'rpc/import_bank_rows', 'rpc/record_scans', 'seating_layouts'])
      expect(kilobytes(`POST /rest/v1/${path}`), path).toBe(4096)
    expect(kilobytes('PATCH /rest/v1/seating_layouts')).toBe(4096)
    expect(kilobytes('POST /rest/v1/rpc/submit_payment')).toBe(256)
  })

  test('recognize the API’s addresses', () => {
    for (const path of ['/rest/v1/events', '/auth/v1', '/storage/v1/']) expect(isApiPath(path), path).toBe(true)
    for (const path of ['/auth/callback', '/rest', '/storage/v10/x', '/']) expect(isApiPath(path), path).toBe(false)
  })
})
