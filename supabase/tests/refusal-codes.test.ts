import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { refusalCodes } from '../../src/shop/refusals/refusal-codes.ts'

const folder = fileURLToPath(new URL('../schema/', import.meta.url))

test('the database raises exactly the codes of refusalCodes', () => {
  const raised = new Set<string>()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
    const sql = readFileSync(folder + file, 'utf8')
    for (const [, code] of sql.matchAll(/private\.refuse\(\s*\d+,\s*'([a-z_]+)'/g)) raised.add(code ?? '')
  }
  expect([...raised].sort()).toEqual([...refusalCodes].sort())
})

test('every refusal is raised through private.refuse, as PT4xx', () => {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.sql'))) {
    const sql = readFileSync(folder + file, 'utf8')
    const raises = [...sql.matchAll(/^\s*raise\s+(exception|sqlstate)\b.*$/gim)].map(([line]) => line.trim())
    expect(raises, file).toEqual(file.includes('foundation') ? ['raise exception using'] : [])
    for (const [, status] of sql.matchAll(/private\.refuse\(\s*(\d+),/g))
      expect(Number(status), file).toSatisfy(isClientError)
  }
})

const isClientError = (status: number): boolean => status >= 400 && status <= 499
