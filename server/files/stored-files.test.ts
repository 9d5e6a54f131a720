import { expect, test } from 'vitest'
import { pathOfObject } from './stored-files.ts'

test.each([
  '../../etc/passwd',
  '..',
  'u/../../x.png',
  '/etc/passwd',
  '..\\..\\x.png',
  '%2e%2e/x.png',
  '.hidden',
  'CON',
  'a*b.png',
])('the file of an object stays in its folder: %s', (name) => {
  const path = pathOfObject('/data/files', 'payments', name)
  expect(path.startsWith('/data/files/_payments/_')).toBe(true)
  expect(path).not.toContain('..')
})
