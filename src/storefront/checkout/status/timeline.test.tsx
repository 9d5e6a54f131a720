import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import '#ui/messages/en/buying/checkout.ts'
import { Timeline } from './timeline.tsx'

const drawn = (more: Partial<Parameters<typeof Timeline>[0]>): string => {
  const plain = { submission: undefined, received: false, decidedAt: null } as const
  return renderToStaticMarkup(<Timeline phase="pending" submittedAt={Date.now() - 60_000} {...plain} {...more} />)
}
const came = (phase: 'pending' | 'approved') =>
  drawn({ phase, received: true, decidedAt: phase === 'approved' ? Date.now() : null })

it('says of a payment under review in three short lines what was done and what comes', () => {
  const said = drawn({})
  for (const line of ['Sent', 'Checking', 'Your tickets']) expect(said).toContain(line)
  expect(said.match(/<li/g)).toHaveLength(3)
})

it('names of a rejected payment when it was sent and when it was rejected, and repeats no advice', () => {
  const said = drawn({ phase: 'rejected', decidedAt: Date.now() })
  expect(said).toContain('Rejected')
  expect(said).not.toMatch(/try again|checked/i)
})

it('claims no reference and no screenshot of a payment that came by itself, and no check by staff once it is approved', () => {
  for (const said of [came('pending'), came('approved')]) {
    expect(said).toContain('Payment received')
    expect(said).not.toMatch(/screenshot|sent/i)
  }
  expect(came('approved')).not.toContain('Checked by our staff')
  expect(came('approved')).toContain('Your tickets')
})
