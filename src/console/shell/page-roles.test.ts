import { expect, test } from 'vitest'
import { paths } from '#ui/paths.ts'
import { places } from './menu.ts'
import { mayOpen } from './page-roles.ts'

const menuOf = (role: 'admin' | 'events' | 'payments'): string[] =>
  places.flatMap(({ pages }) => pages.filter(({ to }) => mayOpen([role], to)).map(({ label }) => label))

test('each role has its own menu', () => {
  expect(menuOf('admin')).toEqual(places.flatMap(({ pages }) => pages.map(({ label }) => label)))
  expect(menuOf('events')).toEqual(['Events', 'Announcements', 'Singers', 'Layouts', 'Tickets', 'Help'])
  expect(menuOf('payments')).toEqual([
    'Dashboard',
    'Events',
    'Payments',
    'Bookings',
    'Refunds',
    'Bank',
    'Books',
    'Help',
  ])
})

test('several roles open what each of them opens, and settings stay the admins’', () => {
  const both = ['events', 'payments'] as const
  for (const to of [paths.adminPayments, paths.adminLayout('1'), `${paths.adminEventGuests('1')}?q=a`]) {
    expect(mayOpen(both, to)).toBe(true)
    expect(mayOpen(['gate', 'box_office'], to)).toBe(false)
  }
  for (const to of [
    ...[paths.adminSettings, paths.adminBankSetup, paths.adminTax, paths.adminUsers, paths.adminInvitations],
    ...[paths.adminHistory, paths.adminCodes, paths.adminBulkUpload, paths.adminProofs, paths.adminTills],
    ...[paths.adminEventSettings('1'), paths.adminEventQueue('1'), paths.adminEventGate('1'), '/admin/else'],
  ])
    expect([to, mayOpen(both, to)]).toEqual([to, false])
})

test('a concert’s tabs are those of its roles', () => {
  expect(mayOpen(['events'], paths.adminEventSettlement('1'))).toBe(false)
  expect(mayOpen(['events'], paths.adminEventBookings('1'))).toBe(false)
  expect(mayOpen(['payments'], paths.adminEventBookings('1'))).toBe(true)
  expect(mayOpen(['payments'], paths.adminEditConcert('1'))).toBe(false)
  expect(mayOpen(['payments'], paths.adminNewConcert)).toBe(false)
  expect(mayOpen(['payments'], paths.adminEvent('1'))).toBe(true)
  expect(mayOpen(['events'], paths.admin)).toBe(true)
  expect(mayOpen(['events'], paths.adminEventShare('1'))).toBe(true)
  expect(mayOpen(['events'], paths.adminEventAbout('1'))).toBe(true)
  expect(mayOpen(['payments'], paths.adminEventShare('1'))).toBe(false)
})

test('pages outside the console are open to all staff', () => {
  expect(mayOpen(['gate'], paths.event('1'))).toBe(true)
})
