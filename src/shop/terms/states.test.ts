import { expect, it } from 'vitest'
import { standardCities } from '#shop/catalogue/cities.ts'
import { stateOfCity, states } from './states.ts'

it('suggests a state for a large city, however it is typed', () => {
  expect(['Chennai', ' new  delhi', 'BENGALURU', 'Goa'].map(stateOfCity)).toEqual([
    'Tamil Nadu',
    'Delhi',
    'Karnataka',
    'Goa',
  ])
  expect(['', 'Chen', 'Atlantis'].map(stateOfCity)).toEqual([null, null, null])
})

it('suggests states that there are, for each city of the list', () => {
  for (const city of standardCities) expect(states, city).toContain(stateOfCity(city))
})
