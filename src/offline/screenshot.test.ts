import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { pictureType, prepareScreenshot, SCREENSHOT_MAX_BYTES, screenshotPath } from './screenshot.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff, 0xe0]
const webp = [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50]

describe('what a file is', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    [null, [0x3c, 0x3f, 0x70, 0x68, 0x70]],
    [null, [0x25, 0x50, 0x44, 0x46]],
    [null, [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x41, 0x56, 0x49, 0x20]],
    [null, []],
  ])('%s by its first bytes', (type, bytes) => expect(pictureType(Uint8Array.from(bytes))).toBe(type))
})

describe('a chosen picture, where the browser cannot re-encode', () => {
  it('is kept as it is, with the hash of its bytes and the type it really has', async () => {
    const bytes = Uint8Array.from([...jpeg, 1, 2, 3])
    const result = await prepareScreenshot(new File([bytes], 'Bild.png', { type: 'image/png' }))
    if (!result.ok) throw new Error(result.failure.message)
    const { blob, sha256, type, name } = result.value
    expect({ type, name }).toEqual({ type: 'image/jpeg', name: 'Bild.png' })
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(bytes)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it.each([
    ['a script named .png', new File(['<?php'], 'a.png', { type: 'image/png' }), 'not_an_image'],
    ['a PDF', new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }), 'not_an_image'],
    ['an empty file', new File([], 'a.png', { type: 'image/png' }), 'not_an_image'],
    ['5 MB', new File([Uint8Array.from(png), new Uint8Array(SCREENSHOT_MAX_BYTES - png.length)], 'a.png'), 'too_large'],
  ])('is refused: %s', async (_, file, message) => {
    expect(await prepareScreenshot(file)).toMatchObject({ ok: false, failure: { code: 'file_refused', message } })
  })

  it('is taken with one byte less than 5 MB', async () => {
    const file = new File([Uint8Array.from(png), new Uint8Array(SCREENSHOT_MAX_BYTES - png.length - 1)], 'a.png')
    expect((await prepareScreenshot(file)).ok).toBe(true)
  })
})

it('stands at a path of its owner, its moment and its order', () => {
  const path = screenshotPath('user', 'order', { chosenAt: 1795168800000, type: 'image/jpeg' })
  expect(path).toBe('user/1795168800000-order.jpg')
})
