import { describe, expect, it } from 'vitest'
import { formatSeatList, MAX_SEAT_LIST_BYTES, parseSeatList } from './seat-list.ts'
import { compareSeats } from './seat-map.ts'

describe('the canonical seat list', () => {
  it.each([
    [['A1'], 'A1'],
    [['A1', 'A2'], 'A1-2'],
    [['B7', 'A4', 'A2', 'A1', 'A3'], 'A1-4,B7'],
    [['A1', 'A3', 'A5'], 'A1,A3,A5'],
    [['A10', 'A9'], 'A9-10'],
    [['AA1', 'Z2', 'Z1'], 'Z1-2,AA1'],
    [['A9', 'B10'], 'A9,B10'],
    [['STAL-C2', 'BALC-B7', 'BALC-A4', 'BALC-A1', 'BALC-A2', 'BALC-A3'], 'BALC:A1-4,B7;STAL:C2'],
    [['1-A1', '10-A2'], '1:A1;10:A2'],
    [['1'], '1'],
    [['33', '18', '17', '20', '19'], '17-20,33'],
    [['100000', '9', '10', '99999'], '9-10,99999-100000'],
  ])('%j is written %s and read back', (labels, text) => {
    expect(formatSeatList(labels)).toBe(text)
    expect(parseSeatList(text)).toEqual([...labels].sort(compareSeats))
  })

  it('is the same text for a set in any order and with repetitions', () => {
    expect(formatSeatList(['A2', 'A1', 'A2'])).toBe('A1-2')
  })

  it('returns null for any other text', () => {
    for (const text of [
      ...['', ',', ';', 'A1,', ',A1', 'A1;', 'a1', 'A01', ' A1', 'A1 ', 'A1-', 'A1-1', 'A2-1', 'A1-02', 'A1-A2', 'A0'],
      ...['A1,A2', 'A1-2,A3', 'A2,A1', 'A1,A1', 'AA1,Z1', 'A1-3,A2', 'A10,A9', 'A1-1000', 'A999-1000'],
      ...['BALC:', ':A1', 'BALC:A1;BALC:A2', 'STAL:A1;BALC:A1', 'BALC:A1;;STAL:A1', 'balc:A1', 'BALCO:A1', 'BALC-A1'],
      ...['BALC:AAA1', 'AAA1'],
      ...[
        '0',
        '01',
        '17,18',
        '18,17',
        '17-17',
        '17-16',
        '17-018',
        '1-A2',
        'A1-B2',
        'BALC:17',
        '17;18',
        '1000000',
        '17 ',
      ],
      // Would fill the memory of a gate that reads it.
      '1-999999',
    ]) {
      expect(parseSeatList(text), JSON.stringify(text)).toBeNull()
    }
  })

  it('fits ten seats of the longest names, and refuses more than 110 bytes', () => {
    const ten = Array.from({ length: 10 }, (_, n) => `ABC${n}-AA${101 + n * 2}`)
    const longest = formatSeatList(ten)
    expect(longest).toHaveLength(109)
    expect(parseSeatList(longest)).toEqual(ten)
    const tooMany = [...ten, 'ZZZZ-A1']
    expect(() => formatSeatList(tooMany)).toThrow(RangeError)
    expect(parseSeatList(`${longest};ZZZZ:A1`)).toBeNull()
    expect(MAX_SEAT_LIST_BYTES).toBe(110)
  })

  it('fits ten standing places far apart', () => {
    const ten = Array.from({ length: 10 }, (_, n) => String(99_981 + n * 2))
    expect(formatSeatList(ten).length).toBeLessThanOrEqual(70)
    expect(parseSeatList(formatSeatList(ten))).toEqual(ten)
  })

  it('throws for a text that is no seat', () => {
    expect(() => formatSeatList(['A1', 'a2'])).toThrow(RangeError)
  })

  it('reads back random sets', () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let round = 0; round < 500; round += 1) {
      const labels = new Set<string>()
      const sections = random(2) === 0 ? [''] : ['BALC-', 'STAL-', 'X-']
      for (let count = random(10) + 1; count > 0; count -= 1) {
        const row = ['A', 'B', 'Z', 'AA', 'AB'][random(5)]
        labels.add(`${sections[random(sections.length)]}${row}${random(14) + 1}`)
      }
      const text = formatSeatList([...labels])
      expect(parseSeatList(text)).toEqual([...labels].sort(compareSeats))
    }
  })
})
