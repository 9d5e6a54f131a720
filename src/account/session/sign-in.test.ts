import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { StoredSession } from '#platform/supabase/stored-session.ts'
import { ASHA, BINA, backend, freshDevice, page } from '../../../tests/support/device/device.ts'

const { askToReplace, customerToReplace, arriving } = vi.hoisted(() => ({
  askToReplace: vi.fn<(others: unknown, email: string) => Promise<boolean>>(),
  customerToReplace: vi.fn<() => Promise<unknown>>(),
  arriving: {} as { session?: StoredSession },
}))
vi.mock('./replace-question.tsx', () => ({ askToReplace }))
vi.mock('#shop/people/others-here.store.ts', () => ({ customerToReplace }))
vi.mock('#shop/people/auth.api.ts', async (original) => ({
  ...(await original<object>()),
  passwordSignIn: async () => ({ ok: true, value: arriving.session }),
  dropSession: async () => undefined,
}))

freshDevice(ASHA)
beforeEach(async () => {
  askToReplace.mockReset()
  customerToReplace.mockReset()
  await (await page.store.table('tickets')).put({ id: 'ticket', ownerId: ASHA } as never)
  const ends = { expires_in: 3600, local_expires_at: Date.now() + 3_600_000 }
  await import('./sign-in.ts')
  vi.stubGlobal('document', { cookie: '' })
  arriving.session = { ...backend.signIn(BINA), ...ends, user: { id: BINA, email: 'bina@mail.example' } }
})

const signInAsBina = async () => (await import('./sign-in.ts')).signIn('bina@mail.example', 'a password')
const tickets = async () => (await (await page.store.table('tickets')).all()).map(({ ownerId }) => ownerId)

describe('signing in while the device cannot be read', () => {
  beforeEach(() => {
    customerToReplace.mockRejectedValue(new Error('the store did not answer'))
  })

  it('asks first, and removes nothing when the answer is no', async () => {
    askToReplace.mockResolvedValue(false)
    expect(await signInAsBina()).toEqual({ ok: true, value: 'stayed' })
    expect(askToReplace).toHaveBeenCalledExactlyOnceWith('unknown', 'bina@mail.example')
    expect(await tickets()).toEqual([ASHA])
    expect(await page.session.owner()).toBe(ASHA)
  })

  it('goes on when the answer is yes', async () => {
    askToReplace.mockResolvedValue(true)
    expect(await signInAsBina()).toMatchObject({ ok: true, value: { userId: BINA } })
    expect(await tickets()).toEqual([])
  })
})

it('does not ask when no other person has data here', async () => {
  customerToReplace.mockResolvedValue(null)
  await (await page.store.table('tickets')).remove(['ticket'])
  expect(await signInAsBina()).toMatchObject({ ok: true, value: { userId: BINA } })
  expect(askToReplace).not.toHaveBeenCalled()
})
