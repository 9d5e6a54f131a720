import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import '#ui/messages/en/buying/checkout.ts'
import { Timeline } from './timeline.tsx'

const drawn = (more: Partial<Parameters<typeof Timeline>[0]>): string => {
  const plain = { submission: undefined, received: false, lastChecked: null, decidedAt: null } as const
  return renderToStaticMarkup(<Timeline phase="pending" submittedAt={Date.now() - 60_000} {...plain} {...more} />)
}
const pending = (lastChecked: number | null) => drawn({ lastChecked })
const came = (phase: 'pending' | 'approved') =>
  drawn({ phase, received: true, decidedAt: phase === 'approved' ? Date.now() : null })

it('says of a payment under review that staff check it, and how old the page is', () => {
  const said = pending(Date.now() - 1_500)
  expect(said).toContain('Checked by our staff')
  expect(said).toContain('Our staff check it against our bank account. Page updated 1 second ago')
  expect(pending(null)).toContain('Our staff check it against our bank account. Updating this page')
  for (const text of [said, pending(null)]) expect(text).not.toMatch(/checking with|last checked/i)
})

it('claims no reference and no screenshot of a payment that came by itself, and no check by staff once it is approved', () => {
  for (const said of [came('pending'), came('approved')]) {
    expect(said).toContain('Payment received')
    expect(said).not.toMatch(/screenshot|submitted/i)
  }
  expect(came('pending')).toContain('Checked by our staff')
  expect(came('approved')).not.toContain('Checked by our staff')
  expect(came('approved')).toContain('Tickets made')
})
