import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { FairShare, ownerOf } from './fair-share.ts'

const SHARE = { atOnce: 2, waiting: 3 }

describe('FairShare', () => {
  it('gives places at once, then in order, and refuses when too many wait', async () => {
    const shares = new FairShare()
    const first = await shares.take('a', SHARE)
    await shares.take('a', SHARE)
    const got: number[] = []
    const waiting = [1, 2, 3].map(async (n) => {
      const place = await shares.take('a', SHARE)
      got.push(n)
      place?.()
    })
    expect(await shares.take('a', SHARE)).toBeNull()
    expect(got).toEqual([])
    first?.()
    await Promise.all(waiting)
    expect(got).toEqual([1, 2, 3])
  })

  it('counts each sender apart', async () => {
    const shares = new FairShare()
    for (let n = 0; n < 2; n += 1) await shares.take('a', SHARE)
    expect(await shares.take('b', SHARE)).not.toBeNull()
  })

  it('refuses a sender that waits too long and gives the place to the next', async () => {
    const shares = new FairShare(1)
    const one = { atOnce: 1, waiting: 3 }
    const first = await shares.take('a', one)
    expect(await shares.take('a', one)).toBeNull()
    const last = shares.take('a', one)
    first?.()
    const place = await last
    expect(place).not.toBeNull()
    place?.()
    expect(await shares.take('a', one)).not.toBeNull()
  })
})

describe('ownerOf', () => {
  const secret = 'a secret of this shop'
  const token = (claims: object, key = secret): string => {
    const signed = [{ alg: 'HS256' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `Bearer ${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
  }
  it('returns the user of a token that the shop signed', () =>
    expect(ownerOf(token({ sub: 'farah' }), secret)).toBe('farah'))
  it('returns null for any other token', () => {
    const good = token({ sub: 'farah' })
    const [, claims = ''] = token({ sub: 'joseph' }).split('.')
    const changed = good.split('.').with(1, claims).join('.')
    for (const other of [
      undefined,
      '',
      'Bearer x',
      token({ sub: 'farah' }, 'another'),
      token({ sub: 1 }),
      changed,
      good + 'A',
    ])
      expect(ownerOf(other, secret), String(other)).toBeNull()
  })
})
