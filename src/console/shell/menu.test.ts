import { expect, test } from 'vitest'
import { paths } from '#ui/paths.ts'
import { currentOf, places } from './menu.ts'

test('has at most eight places of first rank, each page once', () => {
  expect(places.length).toBeLessThanOrEqual(8)
  const pages = places.flatMap((place) => place.pages.map(({ to }) => to))
  expect(new Set(pages).size).toBe(pages.length)
})

test('finds the place of a page, also of one below a page of another place', () => {
  const placeOf = (path: string) => currentOf(path)?.place
  expect(placeOf(paths.adminDashboard)).toBe('Home')
  expect(placeOf(paths.adminHistory)).toBe('Setup')
  expect(placeOf(paths.adminEventSeats('1'))).toBe('Concerts')
  expect(currentOf(paths.adminRefunds)).toEqual({ place: 'Orders', to: paths.adminRefunds })
  expect(currentOf(paths.adminCredits)).toEqual({ place: 'Orders', to: paths.adminBank })
  expect(currentOf(paths.adminInvitations)?.to).toBe(paths.adminUsers)
  expect(currentOf('/admin/nothing')).toBeUndefined()
  // Not below it, only spelled alike.
  expect(currentOf('/admin/eventsx')).toBeUndefined()
})
