import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { saleStateOf } from './publish-checks.ts'

const stateMarks = {
  cancelled: { kind: 'bad', text: 'Cancelled' },
  draft: { kind: 'info', text: 'Draft' },
  over: { kind: 'off', text: 'Over' },
  'no-categories': { kind: 'warn', text: 'No tickets yet' },
  'sold-out': { kind: 'off', text: 'Sold out' },
  ended: { kind: 'off', text: 'Sale ended' },
  paused: { kind: 'warn', text: 'Paused' },
  before: { kind: 'info', text: 'Sale from' },
  'on-sale': { kind: 'ok', text: 'On sale' },
} as const

/** Shows what an event sells now, and why it was cancelled. `now` in ms. */
export function EventState({ event, now }: { event: EventListRow; now: number }) {
  const state = saleStateOf(event, now)
  const { kind, text } = stateMarks[state.kind]
  return (
    <>
      <StateMark kind={kind} tag={state.kind === 'draft'}>
        {text}
        {state.kind === 'before' ? ` ${formatDayTime(state.at)}` : null}
      </StateMark>
      {event.cancelledReason ? <span className="block text-1 text-muted">{event.cancelledReason}</span> : null}
    </>
  )
}
