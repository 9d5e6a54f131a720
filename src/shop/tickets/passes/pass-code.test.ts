import { describe, expect, it, vi } from 'vitest'
import { compressed, uncompressed } from './device-key.ts'
import { decodePassCode, encodePassCode, isDeviceRight, stepAt, type PassCode } from './pass-code.ts'
import { isIssued } from './verify-pass.ts'
import vectors from './pass-code-vectors.json' with { type: 'json' }

const passOf = (vector: (typeof vectors.genuine)[number]): PassCode => {
  const { keyNumber, number, issue, ticketId, userId, eventId, seat, test, signature, device } = vector
  return {
    ...{ keyNumber, number, issue, ticketId, userId, eventId, seat, test, signature },
    device: device ? { key: device.key, step: device.step, signature: device.signature } : null,
  }
}

const [fixed, bound] = [vectors.genuine[0]!, vectors.genuine.find(({ device }) => device)!]

describe('the code of a pass', () => {
  it('has twelve vectors, which the database is tested on as well', () =>
    expect(vectors.genuine.length + vectors.refused.length).toBe(12))

  it.each(vectors.genuine)('is written, read and verified: $name', async (vector) => {
    const pass = passOf(vector)
    expect(encodePassCode(pass)).toBe(vector.code)
    expect(decodePassCode(vector.code)).toEqual(pass)
    expect(await isIssued(pass, vector.publicKey)).toBe(true)
    expect(await isDeviceRight(pass)).toBe(pass.device !== null)
  })

  it.each(vectors.refused)('is refused: $name', async ({ code }) => {
    const pass = decodePassCode(code)
    if (!pass) return
    const issued = await isIssued(pass, fixed.publicKey)
    expect(issued && (pass.device === null || (await isDeviceRight(pass)))).toBe(false)
  })

  it('holds every one of its bytes', async () => {
    for (const vector of [fixed, bound]) {
      const bytes = Buffer.from(vector.code.slice(4), 'utf8').length
      for (let at = 4; at < 4 + bytes; at += 1) {
        const other = vector.code[at] === '0' ? '1' : '0'
        const read = decodePassCode(vector.code.slice(0, at) + other + vector.code.slice(at + 1))
        if (!read) continue
        const genuine =
          (await isIssued(read, vector.publicKey)) && (read.device === null || (await isDeviceRight(read)))
        expect(genuine).toBe(false)
      }
    }
  })

  it('changes every fifteen seconds', () => {
    expect(stepAt(Date.parse(bound.device!.at))).toBe(bound.device!.step)
    expect(stepAt(Date.parse(bound.device!.at) + 14_999)).toBe(bound.device!.step)
    expect(stepAt(Date.parse(bound.device!.at) + 15_000)).toBe(bound.device!.step + 1)
  })

  it('fits QR version 8 at M, a changing one version 10 at L', () => {
    const length = (isBound: boolean): number =>
      Math.max(...vectors.genuine.filter(({ device }) => Boolean(device) === isBound).map(({ code }) => code.length))
    expect(length(false)).toBeLessThanOrEqual(221)
    expect(length(true)).toBeLessThanOrEqual(395)
  })

  it.each([
    ['nothing', ''],
    ['another prefix', fixed.code.replace('MF2:', 'MF1:')],
    ['lower case', fixed.code.toLowerCase()],
    ['a space at the end', `${fixed.code} `],
    ['the head alone', fixed.code.slice(0, 84)],
    ['a bound code without its time', bound.code.slice(0, 4 + 228)],
    ['foreign characters', `MF2:${'é'.repeat(180)}`],
    ['megabytes', fixed.code + 'A10'.repeat(1_000_000)],
  ])('is none: %s', (_, text) => expect(decodePassCode(text)).toBeNull())

  it.each([
    ['key number 0', { keyNumber: 0 }],
    ['eleven passes', { number: 11 }],
    ['an issue too high', { issue: 65_536 }],
    ['a seat in another form', { seat: 'a1' }],
    ['a seat too long', { seat: 'BALC-ABC123' }],
    ['no uuid', { ticketId: '1' }],
    ['half a signature', { signature: 'ab' }],
  ])('is not written: %s', (_, change) =>
    expect(() => encodePassCode({ ...passOf(fixed), ...change })).toThrow(RangeError),
  )
})

describe('a device’s key', () => {
  it('is the same point, short and whole', async () => {
    for (let n = 0; n < 20; n += 1) {
      const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const whole = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
      expect(compressed(whole)).toHaveLength(33)
      expect(uncompressed(compressed(whole))).toEqual(whole)
    }
  })

  it('is a point of the curve', () => {
    // x = 5 has a point, the two after it have none.
    const point = (x: number, sign = 2): Uint8Array => Uint8Array.from([sign, ...Array<number>(31).fill(0), x])
    const found = Array.from({ length: 40 }, (_, x) => uncompressed(point(x)) !== null)
    expect(found).toContain(true)
    expect(found).toContain(false)
    expect(uncompressed(point(5, 4))).toBeNull()
    expect(uncompressed(Uint8Array.from([2, ...Array<number>(32).fill(255)]))).toBeNull()
    expect(() => compressed(point(5))).toThrow(RangeError)
  })
})

it('a browser without Ed25519 verifies all the same', async () => {
  const native = crypto.subtle.importKey.bind(crypto.subtle)
  const refused = vi
    .spyOn(crypto.subtle, 'importKey')
    .mockImplementation(((...asked: Parameters<typeof native>) =>
      asked[2] === 'Ed25519'
        ? Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'))
        : native(...asked)) as typeof native)
  vi.resetModules()
  const { isIssued: verified } = await import('./verify-pass.ts')
  for (const vector of vectors.genuine) {
    const pass = passOf(vector)
    expect(await verified(pass, vector.publicKey)).toBe(true)
    expect(await verified({ ...pass, issue: pass.issue ^ 1 }, vector.publicKey)).toBe(false)
  }
  expect(refused).toHaveBeenCalled()
  refused.mockRestore()
})
