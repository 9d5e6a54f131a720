import { expect, test } from 'vitest'
import type { TicketPass } from '#shop/tickets/passes/passes-admin.api.ts'
import { passWords } from './ticket-state.tsx'

const pass: TicketPass = {
  number: 1,
  seat: 'A1',
  boundAt: null,
  bindings: 0,
  oldCodeAt: null,
  handed: [],
  link: null,
}

test('a pass says who has it, and what staff may be asked about', () => {
  expect(passWords(pass, String)).toEqual(['With the customer'])
  expect(
    passWords(
      {
        ...pass,
        handed: [
          { name: 'Dev P.', at: 'Mon' },
          { name: null, at: 'Tue' },
        ],
        link: { name: 'Farah', at: 'Wed' },
        boundAt: 'Thu',
        bindings: 3,
        oldCodeAt: 'Fri',
      },
      String,
    ),
  ).toEqual([
    'Handed to Dev P., Mon',
    'Handed to a person without a name, Tue',
    'A link for Farah is open, since Wed',
    'Shown on one phone, since Thu; moved 2 ×',
    'A code of an earlier holder was let in, Fri',
  ])
})
