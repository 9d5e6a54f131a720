import { expect, test } from 'vitest'
import type { Watcher } from '#shop/payments/presence.api.ts'
import { watchersText } from './presence.ts'

const since = '2026-12-05T14:01:00.000Z'
const open = (paymentId: string, userName: string | null, mine = false): Watcher => ({
  paymentId,
  userName,
  mine,
  since,
})

test('names each other person who has the payment open once', () => {
  expect(watchersText([], 'a')).toBeNull()
  expect(watchersText([open('b', 'Farah Noor')], 'a')).toBeNull()
  expect(watchersText([open('a', 'Farah Noor')], 'a')).toBe('Farah Noor has this payment open, since 7:31 pm')
  expect(watchersText([open('a', 'Farah Noor'), open('a', 'Farah Noor'), open('a', null)], 'a')).toBe(
    'Farah Noor and Someone have this payment open, since 7:31 pm',
  )
})

test('does not count one’s own other window as a person', () => {
  expect(watchersText([open('a', 'Me', true)], 'a')).toBe('You have it open in another window, since 7:31 pm')
  expect(watchersText([open('a', 'Me', true), open('a', 'Farah Noor')], 'a')).toBe(
    'Farah Noor has this payment open, since 7:31 pm',
  )
})
