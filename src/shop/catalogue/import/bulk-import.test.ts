import { expect, it } from 'vitest'
import cases from './bulk-import-cases.json' with { type: 'json' }
import { importTemplate, instantOfConcert, readCatalogue } from './bulk-import.ts'

const concert = { date: '2027-01-16', venue: 'Dome', tickets: { Gold: 100 } }

it.each(cases)('a file of concerts: $name', ({ catalogue, problems }) => {
  const read = readCatalogue(catalogue)
  expect(read.ok ? [] : read.problems).toEqual(problems)
})

it('a file of concerts accepts the template', () => {
  expect(readCatalogue(importTemplate)).toMatchObject({ ok: true, concerts: 3 })
})

it('a file of concerts returns cities under their stored names', () => {
  const read = readCatalogue({ Arijit: { bengaluru: concert, ' Pune ': concert } })
  expect(read.ok && Object.keys(read.catalogue.Arijit ?? {})).toEqual(['Bangalore', 'Pune'])
  expect(read.ok && Object.values(read.catalogue.Arijit ?? {})).toEqual([
    { ...concert, state: 'Karnataka' },
    { ...concert, state: 'Maharashtra' },
  ])
})

it('a file of concerts rejects two names of one city', () => {
  const read = readCatalogue({ Arijit: { Bombay: concert, Mumbai: { ...concert, date: '2027-02-01' } } })
  expect(read).toEqual({ ok: false, problems: ['Arijit/Mumbai: is listed twice'] })
})

it('a file of concerts accepts names of JavaScript properties', () => {
  const read = readCatalogue(JSON.parse(`{"__proto__": {"Mumbai": ${JSON.stringify(concert)}}}`))
  expect(read.ok && JSON.stringify(read.catalogue)).toContain('"__proto__":{"Mumbai"')
})

it('a file of concerts cuts a very long name in a path', () => {
  const read = readCatalogue({ ['x'.repeat(500)]: { Mumbai: concert } })
  expect(read).toEqual({ ok: false, problems: [`${'x'.repeat(80)}…: not a name of 1 to 120 characters`] })
})

it('a file of concerts starts at 19:00 in India without a time', () => {
  expect(instantOfConcert({ date: '2027-01-16' })).toBe('2027-01-16T13:30:00.000Z')
  expect(instantOfConcert({ date: '2027-01-16', time: '00:15' })).toBe('2027-01-15T18:45:00.000Z')
})
