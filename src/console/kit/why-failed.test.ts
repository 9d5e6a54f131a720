import { expect, test } from 'vitest'
import { whyFailed } from './why-failed.ts'

test('names the refused value and adds the database’s hint', () => {
  const failure = { code: 'invalid', message: 'invalid', detail: 'total_tickets' } as const
  expect(whyFailed(failure)).toBe('The server refused total tickets.')
  const hint = 'Without a layout there are at most 7020 seats: rows go from A to ZZ.'
  expect(whyFailed({ ...failure, hint })).toBe(`The server refused total tickets. ${hint}`)
})
