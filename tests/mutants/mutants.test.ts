import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it, test } from 'vitest'
import { mutants, occurrences } from './mutants.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string): string => readFileSync(root + file, 'utf8')

it('has fifty mutants or more, each of its own name', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(50)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test.each(mutants)('$name: its text occurs once, and its test is there', ({ file, find, plant, test, title = '' }) => {
  expect(occurrences(read(file), find)).toBe(1)
  expect(plant).not.toBe(find)
  expect(existsSync(root + test)).toBe(true)
  expect(read(test)).toContain(title)
})
