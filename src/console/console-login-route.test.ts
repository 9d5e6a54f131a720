import { expect, test } from 'vitest'
import { failed, type FailureCode } from '#platform/failure/failure.ts'
import { staffSignInText } from './console-login-route.tsx'

const words = (code: FailureCode, message?: string): string => {
  const result = failed(code, message)
  return result.ok ? '' : staffSignInText(result.failure)
}

test('uses the auth service’s sentence, or else a general refusal', () => {
  expect(words('auth', 'Invalid login credentials')).toBe('Invalid login credentials')
  expect(words('auth', '')).toBe('Authentication failed. Please try again.')
  expect(words('auth', '{"msg":""}')).toBe('Authentication failed. Please try again.')
  expect(words('auth')).toBe('Authentication failed. Please try again.')
})

test('words other failures as failures, not as refusals', () => {
  expect(words('server', 'null pointer')).toBe('Failed to sign in. Please try again.')
  expect(words('storage')).toMatch(/^Authentication failed\. Please try again\. This device’s storage is full/)
})
