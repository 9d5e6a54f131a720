import { describe, expect, it } from 'vitest'
import { formatSeatList } from '#shop/seats/seat-list.ts'
import { compareSeats } from '#shop/seats/seat-map.ts'
import { checkTypedCode, decodeTicketCode, encodeTicketCode, formatTypedCode, qrLevel } from './ticket-code.ts'
import { isSigned, isTestCode, testSignature } from '../../../tests/support/ticket-mac.ts'
import vectors from './ticket-code-vectors.json' with { type: 'json' }

const bytesOf = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex, 'hex'))

describe('ticket code', () => {
  it('has fifteen vectors, which the database is tested on as well', () => expect(vectors).toHaveLength(15))

  it.each(vectors)('is written, read and verified: $name', ({ name, key, seatList, code, typed, ...ticket }) => {
    expect(name).not.toBe('')
    expect(formatSeatList(ticket.seats)).toBe(seatList)
    expect(encodeTicketCode(ticket)).toBe(code)
    const read = decodeTicketCode(code)
    expect(read).toEqual({ ...ticket, seats: [...new Set(ticket.seats)].sort(compareSeats) })
    expect(isSigned(read!, bytesOf(key))).toBe(true)
    expect(checkTypedCode(typed)).toBe(typed)
  })

  it('is not valid with one changed value', () => {
    const { key, keyNumber, ticketId, userId, eventId, seats, signature } = vectors[2]!
    const ticket = { keyNumber, ticketId, userId, eventId, seats, signature }
    const other = vectors[0]!
    const changes = [
      { keyNumber: 2 },
      { ticketId: other.ticketId },
      { userId: other.userId },
      { eventId: other.eventId },
      { seats: [...ticket.seats, 'STAL-C3'] },
      { signature: other.signature },
    ]
    for (const change of changes) {
      const read = decodeTicketCode(encodeTicketCode({ ...ticket, ...change }))
      expect(isSigned(read!, bytesOf(key))).toBe(false)
    }
    expect(isSigned(ticket, bytesOf(other.key))).toBe(false)
  })

  it('of a test is not valid, and tells that it is a test', () => {
    expect(testSignature(bytesOf('00112233445566778899aabbccddeeff'))).toBe('9c1cba84a87c8ada323dec9376085677')
    const { key, keyNumber, ticketId, userId, eventId, seats, signature } = vectors[0]!
    const ticket = { keyNumber, ticketId, userId, eventId, seats, signature }
    const test = { ...ticket, signature: testSignature(bytesOf(signature)) }
    expect(isSigned(test, bytesOf(key))).toBe(false)
    expect(isTestCode(test, bytesOf(key))).toBe(true)
    expect(isTestCode(ticket, bytesOf(key))).toBe(false)
    expect(isTestCode(test, bytesOf(vectors.find((other) => other.key !== key)!.key))).toBe(false)
  })

  it('fits QR version 6 at M with one seat, and version 8 at L with the longest list', () => {
    const longest = vectors.find(({ name }) => name.startsWith('the longest'))!
    expect(longest.seatList.length).toBeGreaterThanOrEqual(108)
    expect(qrLevel(vectors[0]!.code)).toBe('M')
    expect(qrLevel(longest.code)).toBe('L')
    expect(longest.code.length).toBeLessThanOrEqual(279) // alphanumeric capacity of version 8 at L
    expect(qrLevel('x'.repeat(154))).toBe('M')
    expect(qrLevel('x'.repeat(155))).toBe('L')
  })

  it.each([
    ['nothing', ''],
    ['another scheme', 'https://example.com/'],
    ['a later version of ours', vectors[0]!.code.replace('MF1:', 'MF2:')],
    ['lower case', vectors[0]!.code.toLowerCase()],
    ['a space at the end', `${vectors[0]!.code} `],
    ['a character too few', vectors[0]!.code.slice(0, -1)],
    ['the head alone', vectors[0]!.code.slice(0, 70)],
    ['foreign characters', `MF1:${'é'.repeat(102)}`],
    ['megabytes', vectors[0]!.code.slice(0, 4 + 75) + 'A10'.repeat(1_000_000)],
    ['an impossible triple', `MF1:${':'.repeat(102)}`],
  ])('returns null for %s', (_, text) => {
    expect(decodeTicketCode(text)).toBeNull()
  })

  it('returns null for impossible bytes', () => {
    const base45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
    const codeOf = (bytes: number[]): string => {
      let text = 'MF1:'
      for (let at = 0; at < bytes.length; at += 2) {
        const pair = at + 1 < bytes.length
        const value = pair ? bytes[at]! * 256 + bytes[at + 1]! : bytes[at]!
        text +=
          base45[value % 45]! + base45[Math.floor(value / 45) % 45]! + (pair ? base45[Math.floor(value / 2025)]! : '')
      }
      return text
    }
    const ids = Array<number>(48).fill(7)
    const mac = Array<number>(16).fill(9)
    const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0))
    expect(decodeTicketCode(codeOf([1, 1, ...ids, ...ascii('A1'), ...mac]))?.seats).toEqual(['A1'])
    for (const [version, key, seats] of [
      [2, 1, ascii('A1')],
      [1, 0, ascii('A1')],
      [1, 1, []],
      [1, 1, ascii('a1')],
      [1, 1, ascii('A2,A1')],
      [1, 1, ascii('A1,A2')],
      [1, 1, [0xc3, 0xa9]],
    ] as const) {
      expect(decodeTicketCode(codeOf([version, key, ...ids, ...seats, ...mac]))).toBeNull()
    }
  })

  it.each([
    ['key number 0', { keyNumber: 0 }],
    ['key number 256', { keyNumber: 256 }],
    ['no seats', { seats: [] }],
    ['a label that is none', { seats: ['a1'] }],
    ['an id that is no uuid', { userId: 'me' }],
    ['a short signature', { signature: 'ab' }],
    ['a signature that is not hexadecimal', { signature: 'z'.repeat(32) }],
  ])('throws for %s', (_, change) => {
    expect(() => encodeTicketCode({ ...vectors[0]!, ...change })).toThrow(RangeError)
  })
})

describe('the code for typing', () => {
  const typed = vectors.map((vector) => vector.typed)

  it('is shown in groups of four', () => {
    expect(formatTypedCode('7K2QX4MDE')).toBe('7K2Q-X4MD-E')
    expect(formatTypedCode('')).toBe('')
  })

  it('is accepted in any case and grouping', () => {
    expect(checkTypedCode('7K2Q-X4MD-E')).toBe('7K2QX4MDE')
    expect(checkTypedCode(' 7k2q x4md e ')).toBe('7K2QX4MDE')
    for (const code of typed) {
      expect(checkTypedCode(formatTypedCode(code).toLowerCase())).toBe(code)
      expect(checkTypedCode(code.replaceAll('0', 'o').replaceAll('1', 'l'))).toBe(code)
    }
  })

  it('detects every single wrong character', () => {
    for (const code of typed) {
      for (let at = 0; at < code.length; at += 1) {
        for (const character of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
          if (character === code[at]) continue
          expect(checkTypedCode(code.slice(0, at) + character + code.slice(at + 1))).toBeNull()
        }
      }
    }
  })

  it('detects two swapped neighbours, except 0 with Z', () => {
    for (const code of typed) {
      for (let at = 0; at + 1 < code.length; at += 1) {
        const [left, right] = [code[at]!, code[at + 1]!]
        if (left === right || ('0Z'.includes(left) && '0Z'.includes(right))) continue
        expect(checkTypedCode(code.slice(0, at) + right + left + code.slice(at + 2))).toBeNull()
      }
    }
  })

  it.each(['', '7K2QX4MD', '7K2QX4MDEE', '7K2QX4MDU', '7K2Q×4MDE', 'MF1:7K2QX4MDE'])('rejects %j', (text) => {
    expect(checkTypedCode(text)).toBeNull()
  })
})
