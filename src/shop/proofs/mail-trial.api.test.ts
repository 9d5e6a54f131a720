import { afterEach, expect, test, vi } from 'vitest'
import { configureBackend } from '#platform/supabase/backend-config.ts'
import { hasOwnServer } from './mail-trial.api.ts'

afterEach(() => vi.unstubAllGlobals())

test('only a shop whose pages and backend are one server reads mails', () => {
  vi.stubGlobal('location', { origin: 'https://tickets.example.in' })
  const sessionStorage = {
    getItem: async () => null,
    setItem: async () => undefined,
    removeItem: async () => undefined,
  }
  const isOwn = (url?: string): boolean => {
    configureBackend({ sessionStorage, ...(url !== undefined && { url }) })
    return hasOwnServer()
  }
  expect(isOwn()).toBe(true)
  expect(isOwn('https://tickets.example.in/')).toBe(true)
  expect(isOwn('https://ref.supabase.co')).toBe(false)
})
