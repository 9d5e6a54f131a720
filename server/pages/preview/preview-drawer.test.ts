import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { anEvent } from '../../../tests/support/concerts/plain-rows.ts'
import { FIRST_LOOK } from '#shop/settings/shop-look.ts'
import { Picture } from '../../demo/picture.ts'
import { previewOf } from './preview.ts'
import { PreviewDrawer } from './preview-drawer.ts'

const preview = previewOf(anEvent({ id: '8a1b6f7e-0000-4000-8000-000000000001' }), FIRST_LOOK)
const svg = readFileSync(new URL('../../../public/posters/mor.svg', import.meta.url), 'utf8')
/** 8 × 10 pixels, red. */
const jpeg = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAKAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCAANSP/9k=',
  'base64',
)
const drawer = new PreviewDrawer(false, 3)
afterAll(() => drawer.close())

test('draws 1200 × 630 pixels that a phone loads, with the upload, the drawing where it cannot be read, and after a fault', async () => {
  const [drawn, uploaded, broken, tooMany] = await Promise.all([
    drawer.draw({ preview, pictures: { svg, jpeg: null, logo: null } }),
    drawer.draw({ preview, pictures: { svg, jpeg, logo: null } }),
    drawer.draw({ preview, pictures: { svg, jpeg: jpeg.subarray(0, 40), logo: null } }),
    drawer.draw({ preview, pictures: { svg, jpeg: null, logo: null } }),
  ])
  expect(drawn!.subarray(1, 4).toString()).toBe('PNG')
  expect([drawn!.readUInt32BE(16), drawn!.readUInt32BE(20)]).toEqual([1200, 630])
  expect(drawn!.length).toBeLessThan(150_000)
  expect(uploaded!.equals(drawn!)).toBe(false)
  expect(broken!.equals(drawn!)).toBe(true)
  // Only so many wait.
  expect(tooMany).toBeNull()
  // A drawing that is none is a fault of the thread: the next picture has a new one.
  expect(await drawer.draw({ preview, pictures: { svg: '<svg <', jpeg: null, logo: null } })).toBeNull()
  expect((await drawer.draw({ preview, pictures: { svg, jpeg: null, logo: null } }))!.equals(drawn!)).toBe(true)
})

test('draws the logo', async () => {
  const named = { ...preview, logo: 'logo/0123456789abcdef-144x96-any' }
  const logo = new Picture(144, 96, [20, 30, 90]).toPng()
  const draw = async (png: Buffer | null) =>
    (await drawer.draw({ preview: named, pictures: { svg, jpeg: null, logo: png } }))!.toString('base64')
  expect(await draw(logo)).not.toBe(await draw(null))
  // Neither it nor the name: a picture that cannot be read ends no preview.
  expect(await draw(logo.subarray(0, 40))).not.toBe(await draw(logo))
})
