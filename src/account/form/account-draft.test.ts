import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { dropAccountDraft, keepAccountDraft, readAccountDraft } from './account-draft.ts'

const values = new Map<string, string>()
beforeEach(() => {
  values.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => values.set(key, value),
    removeItem: (key: string) => values.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('keeps what was typed through a reload, but never the password', () => {
  const typed = { way: 'known', name: 'Asha', email: 'asha@example.com', password: 'correct horse' } as const
  keepAccountDraft(typed)
  expect(readAccountDraft('new')).toEqual({ way: 'known', name: 'Asha', email: 'asha@example.com' })
  expect([...values.values()].join()).not.toContain('horse')
  dropAccountDraft()
  expect(readAccountDraft('new')).toEqual({ way: 'new', name: '', email: '' })
})

it.each(['nonsense', 'null', '[]', '{"way":"other","name":1,"email":null}'])(
  'returns an empty draft for %s',
  (text) => {
    values.set('mehfil.new-account', text)
    expect(readAccountDraft('known')).toEqual({ way: 'known', name: '', email: '' })
  },
)
