import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PASSWORD_MIN } from '#shop/people/profile.ts'
import { newPasswordProblem, safeReturn } from './account-form.ts'

test('a password has 8 characters or more, and spaces count', () => {
  expect(newPasswordProblem('')).toBe('missing')
  expect(newPasswordProblem('1234567')).toBe('short')
  expect(newPasswordProblem('12345678')).toBeNull()
  expect(newPasswordProblem(' 123456 ')).toBeNull()
  expect(newPasswordProblem('🎵🎵🎵🎵')).toBe('short')
})

test('a hosted shop requires as many characters', () => {
  const config = readFileSync(new URL('../../../supabase/config.toml', import.meta.url), 'utf8')
  expect(/^minimum_password_length = (\d+)$/m.exec(config)?.[1]).toBe(String(PASSWORD_MIN))
})

test('refuses a password over 72 bytes, because the rest would not be compared', () => {
  expect(newPasswordProblem('a'.repeat(72))).toBeNull()
  expect(newPasswordProblem('a'.repeat(73))).toBe('long')
  expect(newPasswordProblem('म'.repeat(25))).toBe('long')
})

test('returns only to paths of this site', () => {
  expect(safeReturn('/checkout?x=1#pay', '/')).toBe('/checkout?x=1#pay')
  for (const bad of [
    null,
    undefined,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ])
    expect(safeReturn(bad, '/')).toBe('/')
})
