import { expect, test } from 'vitest'
import { smallFiles } from './small-files.mjs'

const long = 'const a = 1\n'.repeat(230)
const named = (...files) => new Map(files)

test('refuses a small file that one file beside it alone uses', () => {
  const files = named(
    ['src/gate/words.ts', 'export const a = 1\n'],
    ['src/gate/screen.tsx', "import { a } from './words.ts'\n"],
    ['src/gate/title.ts', 'export const b = 1\n'],
    ['src/gate/head.tsx', "import { useState } from 'react'\nimport {\n  b,\n} from '#gate/title.ts'\n"],
  )
  expect(smallFiles(files)).toEqual([
    'src/gate/words.ts: 1 lines that only src/gate/screen.tsx uses, put them there.',
    'src/gate/title.ts: 1 lines that only src/gate/head.tsx uses, put them there.',
  ])
})

test.each([
  ['two files use', "import { a } from './words.ts'\n", "import { a } from './words.ts'\n"],
  ['is loaded later', "const later = () => import('./words.ts')\n", ''],
  ['is a worker', "import url from './words.ts?worker&url'\n", ''],
  ['is types alone', "import type * as parts from './words.ts'\n", ''],
  ['makes the other too long', `import { a } from './words.ts'\n${long}`, ''],
])('allows one that %s', (_, screen, other) => {
  const text = 'export const a = 1\n'.repeat(25)
  expect(
    smallFiles(named(['src/gate/words.ts', text], ['src/gate/screen.tsx', screen], ['src/gate/b.ts', other])),
  ).toEqual([])
})

test('allows one of another kind, and one in another folder', () => {
  const files = named(
    ['src/shop/waiting/returns.api.ts', 'export const a = 1\n'],
    ['src/shop/waiting/returns.store.ts', "import { a } from './returns.api.ts'\n"],
    ['src/shop/waiting/returns.ts', 'export const b = 1\n'],
    ['src/gate/returns.ts', "import { b } from '#shop/waiting/returns.ts'\n"],
  )
  expect(smallFiles(files)).toEqual([])
})
