import { beforeAll, describe, expect, test } from 'vitest'
import { tempFolder } from '../../tests/support/server/temp-folder.ts'
import { POSTERS_AT } from '#shop/catalogue/about/poster-files.ts'
import { Picture } from '../demo/picture.ts'
import { faultOfUpload, POSTER_LIMIT_BYTES } from './picture-upload.ts'
import { Posters } from './posters.ts'
import { StoredFiles } from './stored-files.ts'

const id = 'eeeeeeee-0000-4000-8000-000000000001'
const name = `${id}/0123456789abcdef-1280x1600-webp-640.webp`
const logo = 'logo/0123456789abcdef-400x96-any-192.png'
const bytes = Buffer.from('RIFF0000WEBPVP8 0123456789')
const folder = tempFolder()
let posters: Posters

beforeAll(async () => {
  const files = new StoredFiles(folder)
  await files.uploadObject('posters', name, undefined, bytes, 'image/webp', 'max-age=3600')
  await files.uploadObject('posters', logo, undefined, bytes, 'image/png', 'max-age=3600')
  await files.uploadObject('payments', name, undefined, bytes, 'image/webp', 'max-age=3600')
  posters = new Posters(files)
})

const get = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  posters.answer({ method, headers }, path)

describe('posters', () => {
  test('are read by everybody and kept for a year', async () => {
    const answer = await get(POSTERS_AT + name)
    expect(answer).toMatchObject({ status: 200, body: bytes })
    expect(answer?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(await get(POSTERS_AT + name, 'GET', { 'if-none-match': answer?.headers['etag'] ?? '' })).toMatchObject({
      status: 304,
    })
    expect(await get(POSTERS_AT + name, 'HEAD')).toMatchObject({ status: 200 })
  })

  test('so are the files of the logo', async () => {
    expect(await get(POSTERS_AT + logo)).toMatchObject({ status: 200, body: bytes })
    expect(await get(POSTERS_AT + logo.replace('192', '193'))).toMatchObject({ status: 404 })
  })

  test('are written elsewhere', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'])
      expect(await get(POSTERS_AT + name, method)).toMatchObject({ status: 405 })
  })

  test.each([
    name.replace('640', '320'),
    `../payments/${name}`,
    `..%2Fpayments%2F${name}`,
    `%2e%2e/payments/${name}`,
    `${name}/`,
    `${name}%00`,
    `${name}?x`,
    '',
    '_payments',
  ])('and nothing else: %s', async (path) => expect(await get(POSTERS_AT + path)).toMatchObject({ status: 404 }))

  test.each([
    '/storage/v1/object/public/payments/x',
    '/storage/v1/object/posters/x',
    '/storage/v1/object/public/posters',
  ])('leave %s to the guard', async (path) => expect(await get(path)).toBeNull())
})

describe('an upload of a poster', () => {
  const path = `/storage/v1/object/posters/${name}`
  const upload = (content: Buffer, type: string) => ({ bytes: content, type, cacheControl: 'max-age=1' })
  const avif = Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavif0000')])

  test('is WebP, AVIF or JPEG', () => {
    expect(
      faultOfUpload(
        upload(Buffer.from('RIFF0000WEBPVP8X\0\0\0\0\0\0\0\0\x7f\0\0\x7f\0\0', 'latin1'), 'image/webp'),
        path,
      ),
    ).toBeNull()
    expect(faultOfUpload(upload(avif, 'image/avif'), path)).toBeNull()
    expect(faultOfUpload(upload(avif, 'image/webp'), path)?.status).toBe(415)
    expect(faultOfUpload(upload(new Picture(8, 8, [0, 0, 0]).toPng(), 'image/png'), path)?.status).toBe(415)
    expect(faultOfUpload(upload(Buffer.from('<svg onload="alert(1)">'), 'image/webp'), path)?.status).toBe(415)
  })

  test('has at most 600 kB', () => {
    const big = Buffer.concat([avif, Buffer.alloc(POSTER_LIMIT_BYTES)])
    expect(faultOfUpload(upload(big.subarray(0, POSTER_LIMIT_BYTES), 'image/avif'), path)).toBeNull()
    expect(faultOfUpload(upload(big, 'image/avif'), path)?.status).toBe(413)
  })

  test('that is a logo is a PNG and nothing else', () => {
    const logo = '/storage/v1/object/posters/logo/0123456789abcdef-400x96-any-96.png'
    const png = new Picture(8, 8, [0, 0, 0]).toPng()
    expect(faultOfUpload(upload(png, 'image/png'), logo)).toBeNull()
    expect(faultOfUpload(upload(png, 'image/webp'), logo)?.status).toBe(415)
    expect(faultOfUpload(upload(avif, 'image/avif'), logo)?.status).toBe(415)
    expect(faultOfUpload(upload(Buffer.from('<svg onload="alert(1)">'), 'image/png'), logo)?.status).toBe(415)
    expect(
      faultOfUpload(upload(Buffer.concat([png, Buffer.alloc(POSTER_LIMIT_BYTES)]), 'image/png'), logo)?.status,
    ).toBe(413)
  })

  test('AVIF is no screenshot', () => {
    expect(faultOfUpload(upload(avif, 'image/avif'), '/storage/v1/object/payments/x')?.status).toBe(415)
  })
})
