import { expect, test } from 'vitest'
import { posterName, POSTERS_AT, posterSet, posterUrl } from './poster-files.ts'
import { isPosterFile, nearestPoster, posterPath } from './poster-rules.ts'

const id = 'eeeeeeee-0000-4000-8000-000000000001'
const path = posterPath(id, '0123456789abcdef0123', { width: 1280, height: 1600, format: 'webp' })

test('the path says size and format', () => {
  expect(path).toBe(`${id}/0123456789abcdef-1280x1600-webp`)
  expect(posterName(path)).toEqual({ width: 1280, height: 1600, format: 'webp' })
  expect(posterName('x')).toBeNull()
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
  const at = `https://b.example${POSTERS_AT}${path}`
  expect(posterUrl(path, 1280, 'jpg', 'https://b.example')).toBe(`${at}-1280.jpg`)
  expect(posterSet(path, { width: 1280, height: 1600, format: 'webp' }, 'https://b.example')).toBe(
    `${at}-320.webp 320w,${at}-640.webp 640w,${at}-1280.webp 1280w`,
  )
  expect(posterSet(path, { width: 700, height: 700, format: 'webp' }, '')).toMatch(/-1280\.webp 700w$/)
})

test('offline, the nearest size that was seen is shown', () => {
  const kept = [`${path}-320.webp`, `${path}-640.webp`, `${path.replace('0123', '9999')}-1280.webp`]
  expect(nearestPoster(`${path}-1280.webp`, kept)).toBe(`${path}-640.webp`)
  expect(nearestPoster(`${path.replace('0123', '8888')}-1280.webp`, kept)).toBeUndefined()
})
