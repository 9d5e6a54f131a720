import { expect, test } from 'vitest'
import { pathOfObject } from './stored-files.ts'

test.each([
  ...['../../etc/passwd', '..', '.', 'u/../../x.png', 'a//b', '/etc/passwd', '..\\..\\x.png', 'C:\\x'],
  ...['%2e%2e/x.png', '.hidden', 'CON', 'nul', 'a*b.png', 'x*?'],
])('the file of an object stays in its folder: %s', (name) => {
  const path = pathOfObject('/data/files', 'payments', name)
  expect(path.startsWith('/data/files/_payments/_')).toBe(true)
  expect(path).not.toContain('..')
  expect(path).not.toMatch(/(^|\/)\.\.?(\/|$)/)
})

test('different names are different files', () => {
  const names = ['a/b', 'a%2Fb', 'a.b', 'a%2Eb', 'a_/b', 'A/b', 'a/b/', 'a//b']
  expect(new Set(names.map((name) => pathOfObject('/f', 'p', name))).size).toBe(names.length)
})
