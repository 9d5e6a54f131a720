import { describe, expect, it } from 'vitest'
import { hallMap } from '../../../tests/support/concerts/seat-maps.ts'
import { layOutSeats, placeOf, seatIndexOf } from '#shop/seats/seat-geometry.ts'
import { checkLayout, writeLayoutFile } from './layout-file.ts'
import { readHallFile } from './hall-file.ts'
import { newLayout } from './layout-draft.ts'

const PX = 25
const seat = (number: string, x: number, y: number, category = 'Gold') => ({
  ...{ seat_guid: `${number} ${x} ${y}`, seat_number: number, category },
  position: { x, y },
})
const row = (label: string, y: number, seats: object[], x = 0) => ({
  ...{ row_number: label, position: { x, y }, seats },
})
const straight = (count: number, category?: string) =>
  Array.from({ length: count }, (_, at) => seat(String(at + 1), at * PX, 0, category))
const zone = (name: string, rows: object[], x = 0, y = 0, areas: object[] = []) => ({
  ...{ name, position: { x, y }, rows, areas },
})
const plan = (zones: object[]) => JSON.stringify({ name: 'Town hall', categories: [{ name: 'Gold' }], zones })
const read = (zones: object[]) => {
  const hall = readHallFile(plan(zones))
  if (!hall.ok) throw new Error(hall.problems.join('\n'))
  expect(checkLayout(hall.file)).toEqual([])
  return hall
}
const middles = ({ file }: ReturnType<typeof read>) => {
  const geometry = layOutSeats({ ...hallMap(file.sections), ...(file.platform ? { platform: file.platform } : {}) })
  return (label: string) => {
    const { x, y } = placeOf(geometry, seatIndexOf(geometry, label))
    return [x, y] as const
  }
}

it('a file of this shop is read as ever, and has nothing to say', () => {
  const hall = readHallFile(writeLayoutFile('Hall', '', newLayout()))
  expect(hall).toMatchObject({ ok: true, notes: [], file: { name: 'Hall', stage: 'top' } })
  expect(readHallFile('{')).toMatchObject({ ok: false, notes: [] })
  expect(readHallFile('{"zones": 3}')).toMatchObject({ ok: false })
})

describe('a seating plan of pretix', () => {
  it('becomes sections with their rows, numbers and places', () => {
    const hall = read([
      zone('Stalls', [row('A', 0, straight(6)), row('B', PX, straight(6)), row('C', 3 * PX, straight(4), PX)]),
      zone('Balcony', [row('A', 0, straight(8))], -PX, 10 * PX),
    ])
    expect(hall.notes).toEqual([])
    expect(hall.file).toMatchObject({ format: 'mehfil-layout/2', name: 'Town hall', stage: 'top' })
    const [stalls, balcony] = hall.file.sections
    expect(stalls).toMatchObject({ code: 'STAL', name: 'Stalls', x: 0, y: 0 })
    expect(balcony).toMatchObject({ code: 'BALC', name: 'Balcony', x: 0, y: 10 })
    expect(stalls!.rows).toEqual([
      { label: 'A', seats: [1, 2, 3, 4, 5, 6] },
      { label: 'B', seats: [1, 2, 3, 4, 5, 6] },
      { label: 'C', shift: 1, gap: 1, seats: [1, 2, 3, 4] },
    ])
  })

  it('keeps aisles, and halves of one row are one row', () => {
    const hall = read([
      zone('Hall', [
        row('A', 0, [seat('1', 0, 0), seat('2', PX, 0), seat('3', 3 * PX, 0)]),
        row('B', PX, [seat('1', 0, 0), seat('2', PX, 0)]),
        row('B', PX, [seat('3', 0, 0), seat('4', PX, 0)], 4 * PX),
      ]),
    ])
    expect(hall.notes).toEqual([])
    expect(hall.file.sections).toHaveLength(1)
    expect(hall.file.sections[0]!.rows.map(({ seats }) => seats)).toEqual([
      [1, 2, null, 3],
      [1, 2, null, null, 3, 4],
    ])
  })

  it('keeps curves and turned blocks where they are', () => {
    const arc = (radius: number) =>
      Array.from({ length: 11 }, (_, at) => {
        const angle = ((at - 5) * PX) / radius
        return seat(String(at + 1), radius * Math.sin(angle), radius * Math.cos(angle))
      })
    const side = (from: number) => Array.from({ length: 5 }, (_, at) => seat(String(at + 1), 400 + from, 250 - at * PX))
    const hall = read([
      zone('Centre', [row('A', 0, arc(300)), row('B', 0, arc(325))]),
      zone('Right', [row('A', 0, side(0)), row('B', 0, side(PX))]),
    ])
    const [centre, right] = hall.file.sections
    expect(centre!.turn).toBeUndefined()
    expect(centre!.rows[0]!.curve).toBeGreaterThan(1)
    expect(right).toMatchObject({ turn: -90 })
    const at = middles(hall)
    const from = at('CENT-A6')
    const where = (label: string, x: number, y: number): void => {
      const [left, top] = at(label)
      expect(Math.abs(left - from[0] - x / PX), label).toBeLessThan(0.12)
      expect(Math.abs(top - from[1] - y / PX), label).toBeLessThan(0.12)
    }
    for (const [n, { position }] of arc(300).entries()) where(`CENT-A${n + 1}`, position.x, position.y - 300)
    for (const [n, { position }] of arc(325).entries()) where(`CENT-B${n + 1}`, position.x, position.y - 300)
    for (const [n, { position }] of side(PX).entries()) where(`RIGH-B${n + 1}`, position.x, position.y - 300)
  })

  it('has its stage at an edge, or among the seats with all of them facing it', () => {
    const stage = (y: number) => ({
      ...{ shape: 'rectangle', text: { text: 'Stage' }, position: { x: 0, y } },
      rectangle: { width: 6 * PX, height: 4 * PX },
    })
    const rows = [row('A', 0, straight(6)), row('B', PX, straight(6))]
    expect(read([zone('Hall', rows, 0, 0, [stage(-150)])]).file).toMatchObject({ stage: 'top' })
    const below = read([zone('Hall', rows, 0, 0, [stage(150)])])
    expect(below.file).toMatchObject({ stage: 'bottom' })
    expect(below.file.platform).toBeUndefined()
    const arena = read([zone('South', rows, 0, 8 * PX, [stage(-6 * PX)]), zone('North', rows, 0, -2 * PX)])
    expect(arena.notes).toEqual([])
    expect(arena.file.platform).toMatchObject({ width: 6, height: 4 })
    const north = arena.file.sections.find(({ name }) => name === 'North')
    expect(Math.abs(north!.turn!)).toBe(180)
    // Nearest to the stage is the last row of the file.
    expect(north!.rows.map(({ label }) => label)).toEqual(['B', 'A'])
  })

  it('of one price zone becomes a section a category', () => {
    const hall = read([zone('Hall', [row('A', 0, straight(4)), row('B', PX, straight(4, 'Silver'))])])
    expect(hall.file.sections.map(({ name, code }) => [name, code])).toEqual([
      ['Hall, Gold', 'HALL'],
      ['Hall, Silver', 'HAL2'],
    ])
  })

  it('says what it cannot keep', () => {
    const hall = read([
      zone(
        'Hall',
        [row('1', 0, straight(4)), row('2', PX, [seat('1', 0, 0), seat('1', PX, 0), seat('3a', 2 * PX, 0, 'Silver')])],
        0,
        0,
        [{ width: 20, height: 20, position: { x: 0, y: 300 }, text: 'Bar' }],
      ),
    ])
    expect(hall.notes).toEqual([
      'Hall: rows 1, 2 are called A to B here, from the front.',
      'Hall: seats of row B are numbered 1, 2, 3 … from the left here: in the file two have one number, or one is no whole number from 1 to 999.',
      'Row 2: seats of several price categories. A section has one price, so they get the same.',
      'Not drawn here: area Bar.',
    ])
    expect(hall.file.sections[0]!.rows.map(({ label, seats }) => [label, seats])).toEqual([
      ['A', [1, 2, 3, 4]],
      ['B', [1, 2, 3]],
    ])
    expect(readHallFile(plan([]))).toMatchObject({ ok: false, problems: ['The plan has no seats.'] })
  })

  it('with seats around tables has their sides as rows', () => {
    const table = (number: number, x: number) =>
      row(
        String(number),
        0,
        Array.from({ length: 8 }, (_, at) => seat(String(at + 1), at % 2 === 0 ? 0 : 60, Math.floor(at / 2) * PX)),
        x,
      )
    const hall = read([zone('Garden', [table(1, 0), table(2, 150)])])
    expect(hall.notes).toContain('Garden 1: rows 1, 1 are called A to B here, from the front.')
    expect(hall.notes).toContain('Rows 1, 2: not a line, so its seats are in several rows here.')
    expect(hall.file.sections.flatMap(({ rows }) => rows.map(({ seats }) => seats.length))).toEqual([4, 4, 4, 4])
  })
})
