import { expect, test } from 'vitest'
import { concertWords, findAmong } from './concert-choice.ts'

const concert = (id: string, name: string) => ({
  ...{ id, name, venue: 'Kolam Sabha', date: '2026-12-12T14:00:00Z', cancelled: false },
})

test('finds among concerts of the device by name, venue and date, a page of them', async () => {
  const find = findAmong([concert('a', 'Ranjani Iyer, Chennai'), concert('b', 'Meher Roy, Goa')])
  const ids = async (search: string) => {
    const found = await find(search, false)
    return found.ok && found.value.rows.map(({ id }) => id)
  }
  expect(await ids('')).toEqual(['a', 'b'])
  expect(await ids('meher')).toEqual(['b'])
  expect(await ids('sabha 12 dec')).toEqual(['a', 'b'])
  const many = await findAmong(Array.from({ length: 300 }, (_, n) => concert(String(n), 'Any')))('any', false)
  expect(many.ok && [many.value.rows.length, many.value.total]).toEqual([25, 300])
})

test('says of a cancelled concert that it is', () => {
  expect(concertWords({ ...concert('a', 'Meher Roy, Goa'), cancelled: true })).toMatch(
    /^Meher Roy, Goa, .* \(cancelled\)$/,
  )
})
