import { describe, expect, test } from 'vitest'
import { Picture } from '../demo/picture.ts'
import { faultOfUpload, PICTURE_LIMIT_BYTES, unpackUpload } from './picture-upload.ts'

const png = new Picture(8, 8, [255, 255, 255]).toPng()
const upload = (bytes: Buffer, type: string) => ({ bytes, type, cacheControl: 'max-age=3600' })

async function multipart(...files: [string, Blob][]): Promise<{ body: Buffer; type: string }> {
  const form = new FormData()
  form.append('cacheControl', '7200')
  for (const [name, blob] of files) form.append(name, blob, 'screenshot.png')
  const request = new Response(form)
  return { body: Buffer.from(await request.arrayBuffer()), type: request.headers.get('content-type') ?? '' }
}

describe('an upload', () => {
  test('needs matching type and bytes', () => {
    expect(faultOfUpload(upload(png, 'image/png'))).toBeNull()
    expect(faultOfUpload(upload(png, 'image/jpeg'))?.status).toBe(415)
    expect(faultOfUpload(upload(Buffer.from('<script>'), 'image/png'))?.status).toBe(415)
    expect(faultOfUpload(upload(png, 'text/html'))?.status).toBe(415)
  })

  test('is refused when a small file claims too many pixels', () => {
    const bomb = Buffer.from(png)
    bomb.writeUInt32BE(30_000, 16)
    bomb.writeUInt32BE(30_000, 20)
    expect(faultOfUpload(upload(bomb, 'image/png'))?.status).toBe(413)
    // Exactly fifty million pixels.
    bomb.writeUInt32BE(10_000, 16)
    bomb.writeUInt32BE(5_000, 20)
    expect(faultOfUpload(upload(bomb, 'image/png'))).toBeNull()
  })

  test('allows 5 MB, but not one byte more or none', () => {
    const big = Buffer.alloc(PICTURE_LIMIT_BYTES)
    png.copy(big)
    expect(faultOfUpload(upload(big, 'image/png'))).toBeNull()
    expect(faultOfUpload(upload(Buffer.concat([big, Buffer.alloc(1)]), 'image/png'))?.status).toBe(413)
    expect(faultOfUpload(upload(Buffer.alloc(0), 'image/png'))?.status).toBe(400)
    expect(faultOfUpload(null)?.status).toBe(400)
  })
})

describe('the packing of an upload', () => {
  test('may be the body itself', async () => {
    const taken = await unpackUpload(png, 'image/png; x=y', 'max-age=60')
    expect(taken).toEqual({ bytes: png, type: 'image/png', cacheControl: 'max-age=60' })
  })

  test('may be the one file of a form', async () => {
    const form = await multipart(['', new Blob([new Uint8Array(png)], { type: 'image/png' })])
    const taken = await unpackUpload(form.body, form.type, undefined)
    expect(taken?.bytes.equals(png)).toBe(true)
    expect(taken).toMatchObject({ type: 'image/png', cacheControl: 'max-age=7200' })
  })

  test('may not be several files, no file, or a broken form', async () => {
    const blob = new Blob([new Uint8Array(png)], { type: 'image/png' })
    const two = await multipart(['a', blob], ['b', blob])
    const none = await multipart()
    expect(await unpackUpload(two.body, two.type, undefined)).toBeNull()
    expect(await unpackUpload(none.body, none.type, undefined)).toBeNull()
    expect(await unpackUpload(Buffer.from('x'), 'multipart/form-data', undefined)).toBeNull()
  })
})
