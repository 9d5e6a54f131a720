import { describe, expect, it } from 'vitest'
import { hallMap } from '../../../../tests/support/concerts/seat-maps.ts'
import { layOutSeats, placeOf } from '#shop/seats/seat-geometry.ts'
import { countSeats } from '../layout-draft.ts'
import { checkLayout, readLayoutFile, writeLayoutFile } from '../layout-file.ts'
import { hallTemplates } from './hall-templates.ts'

it('six halls that people know can be begun with, of clearly different sizes', () => {
  expect(hallTemplates.map(({ name }) => name)).toEqual([
    'Theatre with a balcony',
    'Thrust stage',
    'Arena',
    'Club with tables',
    'Lawn with zones',
    'Black box',
  ])
  const seats = hallTemplates.map(({ data }) => countSeats(data.sections))
  expect(Math.min(...seats)).toBeGreaterThan(80)
  expect(Math.max(...seats)).toBeLessThan(2500)
})

describe.each(hallTemplates)('$name', ({ name, data }) => {
  it('is a valid layout that reads back from its file', () => {
    expect(checkLayout(data)).toEqual([])
    const read = readLayoutFile(writeLayoutFile(name, '', data))
    expect(read.ok && read.file).toMatchObject(data)
  })

  it('has no two seats in one place, and none on its stage', () => {
    const map = { ...hallMap(data.sections), ...(data.platform ? { platform: data.platform } : {}) }
    const geometry = layOutSeats(map)
    const spots = geometry.seats.map((_, seat) => placeOf(geometry, seat))
    const near: string[] = []
    for (const [a, one] of spots.entries())
      for (let b = a + 1; b < spots.length; b += 1)
        if (Math.hypot(one.x - spots[b]!.x, one.y - spots[b]!.y) < 0.85)
          near.push(`${geometry.seats[a]!.label} ${geometry.seats[b]!.label}`)
    expect(near).toEqual([])
    const stage = geometry.free?.platform
    if (!stage) return
    const inside = spots.filter(
      ({ x, y }) => x + 1 > stage.x && x < stage.x + stage.width && y + 1 > stage.y && y < stage.y + stage.height,
    )
    expect(inside).toEqual([])
  })
})
