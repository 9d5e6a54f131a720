import { expect, it } from 'vitest'
import { cities as inHindi } from './city-words/hi.ts'
import { cities as inMarathi } from './city-words/mr.ts'
import { cityInHindi } from './city-words/in-hindi.ts'
import { canonicalCity, citiesToChoose, isSameCity, namesOfCity, standardCities } from './cities.ts'

it('cities are stored under one name for all their aliases', () => {
  expect(['Bengaluru', ' bangalore ', 'BANGALORE', 'bengaluru'].map(canonicalCity)).toEqual(Array(4).fill('Bangalore'))
  expect(canonicalCity('new  delhi')).toBe('Delhi')
  expect(canonicalCity('Bombay')).toBe('Mumbai')
  expect(['gurgaon', 'Trivandrum', 'COCHIN', 'Baroda', 'Poona', 'allahabad', 'New-Delhi'].map(canonicalCity)).toEqual([
    ...['Gurugram', 'Thiruvananthapuram', 'Kochi', 'Vadodara', 'Pune', 'Prayagraj', 'Delhi'],
  ])
})

it('cities keep other names as typed, with spaces tidied', () => {
  expect(canonicalCity('  Navi   Mumbai ')).toBe('Navi Mumbai')
})

it('cities are equal under any of their names', () => {
  expect(isSameCity('Calcutta', 'kolkata')).toBe(true)
  expect(isSameCity('Navi Mumbai', 'Mumbai')).toBe(false)
})

it('cities have a Hindi name where the brand font has it', () => {
  expect(standardCities.every((city) => cityInHindi(city) !== null)).toBe(true)
  expect(cityInHindi(canonicalCity('Bengaluru'))).toBe('बेंगलुरु')
  expect(cityInHindi('Pune')).toBeNull()
})

it.each([
  ['hi', inHindi],
  ['mr', inMarathi],
] as const)('cities have one name in %s, under the name they are stored by, without Latin', (_, names) => {
  expect(standardCities.filter((city) => !(city in names))).toEqual([])
  expect(Object.keys(names).filter((city) => canonicalCity(city) !== city)).toEqual([])
  expect(Object.values(names).filter((name) => /[A-Za-z]/.test(name))).toEqual([])
})

it('cities have all their names for search', () => {
  expect(namesOfCity('Bangalore')).toEqual(expect.arrayContaining(['Bangalore', 'Bengaluru', 'बंगलौर']))
})

it('cities are listed for choice: the six, then others with an event, each once', () => {
  const cities = citiesToChoose([
    { city: 'Pune' },
    { city: 'Bengaluru' },
    { city: 'surat' },
    { city: 'Gurgaon' },
    { city: 'Gurugram' },
    { city: 'Pune ' },
    { city: 'Delhi' },
  ])
  expect(cities).toEqual([...standardCities, 'Gurugram', 'Pune', 'surat'])
})
