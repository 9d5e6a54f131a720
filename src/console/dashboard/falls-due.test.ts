import { expect, test } from 'vitest'
import type { Due } from '#shop/dashboard/dashboard.api.ts'
import { dueWords } from './falls-due.tsx'

const none: Due = {
  ...{ month: null, hasGstin: false, refunds: 0, refundsSum: 0, tills: 0 },
  ...{ roles: 0, rolesFrom: null, invitations: 0, invitationsFrom: null },
}
const words = (due: Partial<Due>) => dueWords({ ...none, ...due }).map((one) => one.words)

test('says what falls due, and nothing without a row that makes it true', () => {
  // The next ones end later than in a week.
  expect(words({ hasGstin: true, rolesFrom: '2026-12-20T10:00:00Z', invitationsFrom: '2026-12-20T10:00:00Z' })).toEqual(
    [],
  )
  expect(words({ month: '2026-10-01' })).toEqual(['October 2026 is over and not closed.'])
  expect(words({ month: '2026-12-01', hasGstin: true })).toEqual([
    'December 2026 is over and not closed. Monthly returns: GSTR-1 until Mon 11 Jan, GSTR-3B until Wed 20 Jan.',
  ])
  expect(words({ refunds: 2, refundsSum: 360_000, tills: 1 })).toEqual([
    '2 refunds have been owed for more than 7 days: ₹3,600.00.',
    '1 till was opened before today and not closed.',
  ])
  expect(
    words({ roles: 1, rolesFrom: '2026-12-02T19:00:00Z', invitations: 2, invitationsFrom: '2026-12-04T10:00:00Z' }),
  ).toEqual([
    '1 role ends within 7 days, the first on Thu 3 Dec 2026.',
    '2 invitations are not used and end within 7 days, the first on Fri 4 Dec 2026.',
  ])
})
