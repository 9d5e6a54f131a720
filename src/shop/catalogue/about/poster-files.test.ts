import { expect, test } from 'vitest'
import { isPosterFile, nearestPoster, posterName, posterPath, posterSources } from './poster-files.ts'

const id = 'eeeeeeee-0000-4000-8000-000000000001'
const path = posterPath(id, '0123456789abcdef0123', { width: 1280, height: 1600, format: 'webp' })

test('the path says size and format', () => {
  expect(path).toBe(`${id}/0123456789abcdef-1280x1600-webp`)
  expect(posterName(path)).toEqual({ width: 1280, height: 1600, format: 'webp' })
  expect(posterName(`${path}/x`)).toBeNull()
  expect(posterName(`../${path}`)).toBeNull()
})

test('only its files have their names', () => {
  expect(isPosterFile(`${path}-640.webp`)).toBe(true)
  expect(isPosterFile(`${path}-1280.jpg`)).toBe(true)
  for (const name of [
    `${path}-641.webp`,
    `${path}-640.svg`,
    `${path}-640.webp/..`,
    `x/${path}-640.webp`,
    `${path}-640.webp\n`,
    '',
  ])
    expect(isPosterFile(name), name).toBe(false)
})

test('a browser chooses among the sizes', () => {
  const at = `https://shop.supabase.example/storage/v1/object/public/posters/${path}`
  expect(posterSources(path, 'https://shop.supabase.example/')).toEqual({
    src: `${at}-640.webp`,
    srcSet: `${at}-320.webp 320w, ${at}-640.webp 640w, ${at}-1280.webp 1280w`,
    plain: `${at}-1280.jpg`,
    name: { width: 1280, height: 1600, format: 'webp' },
  })
  expect(posterSources('x', '')).toBeNull()
})

test('offline, the nearest size that was seen is shown', () => {
  const kept = [`${path}-320.webp`, `${path}-640.webp`, `${path.replace('0123', '9999')}-1280.webp`]
  expect(nearestPoster(`${path}-1280.webp`, kept)).toBe(`${path}-640.webp`)
  expect(nearestPoster(`${path.replace('0123', '8888')}-1280.webp`, kept)).toBeUndefined()
})
