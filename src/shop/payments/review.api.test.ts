import { expect, it, vi } from 'vitest'
import { configureBackend } from '#platform/supabase/client.ts'

vi.mock('#platform/supabase/session.ts', async (original) => ({
  ...(await original<typeof import('#platform/supabase/session.ts')>()),
  accessToken: () => Promise.resolve('a.b.c'),
}))
const { rejectionToSend } = await import('./review.api.ts')

it('sends a rejection from a closing page as one signed console call with keepalive', async () => {
  const sent: { url: string; init: RequestInit }[] = []
  configureBackend({
    url: 'https://shop.test',
    key: 'the-public-key',
    fetch: (input, init) => {
      sent.push({ url: input as string, init: init! })
      return Promise.resolve(Response.json(null))
    },
    headers: { 'x-shop': 'test' },
    sessionStorage: undefined as never,
  })
  const send = await rejectionToSend('3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff', ' No credit ')
  expect(sent).toEqual([])
  send!()
  // Synchronously: the page may be gone afterwards.
  expect(sent).toHaveLength(1)
  const { url, init } = sent[0]!
  expect(url).toBe('https://shop.test/rest/v1/rpc/review_payment')
  expect(init).toMatchObject({ method: 'POST', keepalive: true })
  expect(Object.fromEntries(new Headers(init.headers))).toMatchObject({
    authorization: 'Bearer a.b.c',
    apikey: 'the-public-key',
    'x-client-info': 'mehfil-admin/1.0.0',
    'x-shop': 'test',
  })
  expect(JSON.parse(init.body as string)).toEqual({
    p_payment_id: '3f9a0c21-1b2c-4d3e-8f90-aabbccddeeff',
    p_decision: 'rejected',
    p_note: 'No credit',
  })
})
