import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Trouble } from './gate-trouble.tsx'

const scan = {
  scanId: 's',
  ticketId: 't',
  at: Date.parse('2026-11-20T10:00:00Z'),
  gate: 'Gate A',
  staffName: 'Asha R.',
  person: 'Bela D.',
  device: 'd1',
}
const said = (seat: string): string =>
  renderToStaticMarkup(
    <Trouble
      value={{
        conflictCount: 1,
        problemCount: 0,
        conflicts: [{ eventId: 'e', seat, first: scan, later: scan }],
        problems: [],
      }}
    />,
  )

test('names the seat that was let in twice, but no number of a standing place', () => {
  expect(said('A7')).toContain('Seat A7 was let in twice')
  expect(said('17')).toContain('Standing, 1 person: let in twice')
  expect(said('17')).not.toContain('17')
})
