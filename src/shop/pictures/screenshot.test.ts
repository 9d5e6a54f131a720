import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { prepareScreenshot, MAX_SCREENSHOT_BYTES, screenshotPath } from './screenshot.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpeg = [0xff, 0xd8, 0xff, 0xe0]

describe('a chosen picture, where the browser cannot re-encode', () => {
  it('is kept unchanged, with its hash and the type of its bytes', async () => {
    const bytes = Uint8Array.from([...jpeg, 1, 2, 3])
    const result = await prepareScreenshot(new File([bytes], 'Bild.png', { type: 'image/png' }))
    if (!result.ok) throw new Error(result.failure.message)
    const { bytes: kept, sha256, type, name } = result.value
    expect({ type, name }).toEqual({ type: 'image/jpeg', name: 'Bild.png' })
    expect(new Uint8Array(kept)).toEqual(bytes)
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
  })

  it.each([
    ['a script named .png', new File(['<?php'], 'a.png', { type: 'image/png' }), 'not_an_image'],
    ['a PDF', new File(['%PDF-1.7'], 'a.pdf', { type: 'application/pdf' }), 'not_an_image'],
    ['an empty file', new File([], 'a.png', { type: 'image/png' }), 'not_an_image'],
    ['5 MB', new File([Uint8Array.from(png), new Uint8Array(MAX_SCREENSHOT_BYTES - png.length)], 'a.png'), 'too_large'],
  ])('is refused: %s', async (_, file, message) => {
    expect(await prepareScreenshot(file)).toMatchObject({ ok: false, failure: { code: 'file_refused', message } })
  })

  it('is refused with too many pixels', async () => {
    const head = [...png, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30]
    const result = await prepareScreenshot(new File([Uint8Array.from(head)], 'a.png'))
    expect(result).toMatchObject({ ok: false, failure: { code: 'file_refused', message: 'too_large' } })
  })

  it('is accepted with one byte less than 5 MB', async () => {
    const file = new File([Uint8Array.from(png), new Uint8Array(MAX_SCREENSHOT_BYTES - png.length - 1)], 'a.png')
    expect((await prepareScreenshot(file)).ok).toBe(true)
  })
})

it('has a path of owner, time and order', () => {
  const path = screenshotPath('user', 'order', { chosenAt: 1795168800000, type: 'image/jpeg' })
  expect(path).toBe('user/1795168800000-order.jpg')
})
