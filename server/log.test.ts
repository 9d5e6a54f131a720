import { expect, test } from 'vitest'
import { logLine, nameOfError } from './log.ts'

test('writes sentences for people and JSON lines for programs', () => {
  expect(logLine('info', 'Mehfil is open', undefined)).toBe('Mehfil is open\n')
  const line = logLine('warn', 'two\nlines "and signs"', 'json')
  expect(line.trimEnd()).not.toContain('\n')
  expect(JSON.parse(line)).toEqual({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    level: 'warn',
    message: 'two\nlines "and signs"',
  })
})

test('names an error without its message', () => {
  expect(nameOfError(Object.assign(new Error('farah@test.example'), { code: '23505' }))).toBe('Error 23505')
  expect(nameOfError('farah@test.example')).toBe('string')
})
