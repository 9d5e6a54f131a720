import { describe, expect, it } from 'vitest'
import { orderedLine } from '../../../tests/support/concerts/plain-rows.ts'
import { isPlacesLost, lostSeatsOf, standingLeft, withoutLost, withSeats } from './lost-seats.ts'

const line = (ticketCategoryId: string, ...seats: string[]) => orderedLine({ ticketCategoryId, seats })

describe('lost seats', () => {
  it('are read from the detail of the refusal', () => {
    expect(lostSeatsOf([{ ticket_category_id: 'gold', seats: ['A1', 'A2'] }])).toEqual([
      { ticketCategoryId: 'gold', seats: ['A1', 'A2'] },
    ])
  })

  it.each([undefined, null, 'gold', {}, [null], [{ seats: ['A1'] }], [{ ticket_category_id: 'gold', seats: [] }]])(
    'are none in %j',
    (detail) => expect(lostSeatsOf(detail)).toEqual([]),
  )

  it('leave the other seats in the order', () => {
    const lines = [line('gold', 'A1', 'A2'), line('silver', 'A1')]
    expect(withoutLost(lines, [{ ticketCategoryId: 'gold', seats: ['A1'] }])).toEqual([
      line('gold', 'A2'),
      line('silver', 'A1'),
    ])
    expect(withoutLost(lines, [{ ticketCategoryId: 'silver', seats: ['A1'] }])).toEqual([line('gold', 'A1', 'A2')])
    expect(withoutLost(lines, [])).toEqual(lines)
  })

  it('are replaced in their line, which is restored in its place', () => {
    const original = [line('gold', 'A1', 'A2'), line('silver', 'B1')]
    expect(withSeats([line('gold', 'A2'), line('silver', 'B1')], original[0]!, ['A3'], original)).toEqual([
      line('gold', 'A2', 'A3'),
      line('silver', 'B1'),
    ])
    expect(withSeats([line('silver', 'B1')], original[0]!, ['A5', 'A6'], original)).toEqual([
      line('gold', 'A5', 'A6'),
      line('silver', 'B1'),
    ])
  })
})

describe('standing places that are short', () => {
  const lines = [line('floor', '1', '2', '3'), line('gold', 'A1')]
  const lost = [{ ticketCategoryId: 'floor', seats: ['1', '2'] }]

  it('leave as many as there are, counted from 1', () => {
    expect(withoutLost(lines, lost)).toEqual([line('floor', '1'), line('gold', 'A1')])
    expect(standingLeft(lines, lost)).toEqual([{ line: lines[0], left: 1 }])
    // Only their number counts.
    expect(withoutLost(lines, [{ ticketCategoryId: 'floor', seats: ['', ''] }])[0]).toEqual(line('floor', '1'))
  })

  it('take the line away when none is left', () => {
    const all = [{ ticketCategoryId: 'floor', seats: ['1', '2', '3'] }]
    expect(withoutLost(lines, all)).toEqual([line('gold', 'A1')])
    expect(standingLeft(lines, all)).toMatchObject([{ left: 0 }])
  })

  it('are told from lost seats', () => {
    expect(isPlacesLost(lines, lost)).toBe(true)
    expect(isPlacesLost(lines, [...lost, { ticketCategoryId: 'gold', seats: ['A1'] }])).toBe(false)
    expect(isPlacesLost(lines, [])).toBe(false)
  })
})
