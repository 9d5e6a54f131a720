import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import '#ui/messages/with/buying/checkout.ts'
import { Timeline } from './timeline.tsx'

const pending = (lastChecked: number | null): string =>
  renderToStaticMarkup(
    <Timeline
      phase="pending"
      submittedAt={Date.now() - 60_000}
      submission={undefined}
      lastChecked={lastChecked}
      decidedAt={null}
    />,
  )

it('says of a payment under review that staff check it, and how old the page is', () => {
  const said = pending(Date.now() - 1_500)
  expect(said).toContain('Checked by our staff')
  expect(said).toContain('Our staff check it against our bank account. Page updated 1 second ago')
  expect(pending(null)).toContain('Our staff check it against our bank account. Updating this page')
  for (const text of [said, pending(null)]) expect(text).not.toMatch(/checking with|last checked/i)
})
