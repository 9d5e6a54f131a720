import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stubStorage } from '../../../tests/support/device/fake-storage.ts'
import { dropAccountDraft, keepAccountDraft, readAccountDraft } from './account-step.tsx'

let values: Map<string, string>
beforeEach(() => void (values = stubStorage('sessionStorage')))
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
