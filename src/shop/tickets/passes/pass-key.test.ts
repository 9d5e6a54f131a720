import { expect, it, vi } from 'vitest'
import { freshDevice, restart } from '../../../../tests/support/device/device.ts'
import { decodePassCode, isDeviceRight, stepAt } from './pass-code.ts'

const keys = () => import('./pass-key.store.ts')
const pass = {
  ...{ keyNumber: 1, number: 2, issue: 3, seat: 'A1', test: false, signature: 'ab'.repeat(64) },
  ticketId: '00000000-0000-4000-8000-000000000001',
  userId: '00000000-0000-4000-8000-000000000002',
  eventId: '00000000-0000-4000-8000-000000000003',
}

freshDevice()

it('is made once and stays, also over a restart, and its private half cannot be read', async () => {
  const { passKey } = await keys()
  const key = (await passKey())!
  expect(key.publicKey).toMatch(/^0[23][0-9a-f]{64}$/)
  expect((await passKey())!.publicKey).toBe(key.publicKey)
  await expect(crypto.subtle.exportKey('pkcs8', key.privateKey)).rejects.toThrow()
  await restart()
  expect((await (await keys()).passKey())!.publicKey).toBe(key.publicKey)
})

it('signs the time: each step has its own code, which a gate verifies', async () => {
  const { changingCode, passKey } = await keys()
  const key = (await passKey())!
  const step = stepAt(Date.parse('2026-12-05T13:30:00Z'))
  const [now, next] = [await changingCode(pass, key, step), await changingCode(pass, key, step + 1)]
  expect(now).not.toBe(next)
  expect(now.length).toBeLessThanOrEqual(348)
  const read = decodePassCode(now)!
  expect(read).toMatchObject({ ...pass, device: { key: key.publicKey, step } })
  expect(await isDeviceRight(read)).toBe(true)
  expect(await isDeviceRight({ ...read, device: { ...read.device!, step: step + 1 } })).toBe(false)
})

it('is missing where the browser makes or keeps none', async () => {
  vi.spyOn(crypto.subtle, 'generateKey').mockRejectedValue(new DOMException('no', 'NotSupportedError'))
  expect(await (await keys()).passKey()).toBeNull()
})
