import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it, vi } from 'vitest'
import { aCategory, anEvent } from '../../../../tests/support/concerts/plain-rows.ts'
import { EventTickets } from './event-tickets.tsx'
import type { OverEvent } from './event-dialogs.tsx'

// The dialogs' code is on the way, as on a slow network.
vi.mock('./event-dialogs.tsx', () => new Promise(() => undefined))

const event = anEvent({ categories: [aCategory(), aCategory({ id: 'floor', standing: true })] })
const drawn = (search: string, state: OverEvent | null): string =>
  renderToStaticMarkup(
    <MemoryRouter initialEntries={[{ pathname: '/events/e1', search, state }]}>
      <EventTickets event={event} onDevice now={Date.parse('2026-11-20')} preview={false} waitsTurn={false} />
    </MemoryRouter>,
  )

it('opens the frame of the picker before its code is there', () => {
  expect(drawn('', null)).not.toContain('<dialog')
  for (const [search, over, title] of [
    ['?seats=gold', 'seats', 'Select Your Seats'],
    ['?seats=floor', 'seats', 'How many people?'],
    ['', 'layout', 'Seating layout'],
  ] as const) {
    const page = drawn(search, { over })
    expect(page).toMatch(new RegExp(`<dialog.*${title.replace('?', '\\?')}`))
    expect(page).toContain('aria-busy="true"')
  }
})
