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

it('says of a payment under review that staff compare it with the bank', () => {
  const said = pending(Date.now() - 1_500)
  expect(said).toContain('Checked by our staff')
  expect(said).toContain('Our staff compare it with the bank’s credit. Last asked 1 second ago')
  expect(pending(null)).toContain('Our staff compare it with the bank’s credit. Asking for the result')
  for (const text of [said, pending(null)]) expect(text).not.toMatch(/checking with|last checked/i)
})
