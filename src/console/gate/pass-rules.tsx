import { useState, type FormEvent } from 'react'
import { dayKey, fromIst, timeKey } from '#platform/time/ist.ts'
import { readPassRules, setPassRules, type PassRules as Rules } from '#shop/tickets/passes/pass-rules.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField, TextField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

/** Whether, and until when, people may hand their tickets to others. */
export function PassRules({ eventId }: { eventId: string }) {
  const { value, failure, reload } = useLoaded(`pass rules ${eventId}`, () => readPassRules(eventId))
  return (
    <section aria-label="Rules of the tickets" className="mt-8">
      <h2 className="section-head head-4">Rules of the tickets</h2>
      <p className="mb-4 max-w-[70ch] text-2 text-muted">
        Each seat has a code of its own. Its holder may give it to another person by a link; the earlier code is then
        void at every gate whose list is newer, and the list has the new name.
      </p>
      {value ? (
        <Form
          key={`${value.handOver} ${value.handOverUntil} ${value.screenOnly}`}
          eventId={eventId}
          rules={value}
          onSaved={reload}
        />
      ) : failure ? (
        <ListFailure message="Failed to load the rules" failure={failure} onRetry={() => void reload()} />
      ) : (
        <ListSkeleton />
      )}
    </section>
  )
}

const typedOf = (at: string | null): string => (at === null ? '' : `${dayKey(at)}T${timeKey(at)}`)

function Form({ eventId, rules, onSaved }: { eventId: string; rules: Rules; onSaved: () => Promise<unknown> }) {
  const [may, setMay] = useState(rules.handOver)
  const [screenOnly, setScreenOnly] = useState(rules.screenOnly)
  const [until, setUntil] = useState(typedOf(rules.handOverUntil))
  const [day = '', time] = until.split('T')
  const wanted: Rules = { handOver: may, handOverUntil: may && day !== '' ? fromIst(day, time) : null, screenOnly }
  const { busy, run } = useAction(() => setPassRules(eventId, wanted), {
    done: 'Rules saved',
    failed: ({ code }) =>
      code === 'unreachable'
        ? 'The server is not responding. Nothing was changed; try again.'
        : 'The rules could not be saved. Try again.',
  })
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const saved = await run()
    if (saved?.ok) await onSaved()
  }
  return (
    <form noValidate className="grid max-w-[480px] gap-4" onSubmit={(event) => void save(event)}>
      <CheckField label="Tickets may be handed over" checked={may} onChange={({ target }) => setMay(target.checked)} />
      {may && (
        <TextField
          label="Until (optional)"
          type="datetime-local"
          hint="India time (IST). Empty: as long as the gate is open"
          value={until}
          onChange={({ target }) => setUntil(target.value)}
        />
      )}
      <CheckField
        label="Codes on a screen alone"
        hint="Each code is bound to its holder’s phone and changes every 15 seconds. Paper is checked with an ID"
        checked={screenOnly}
        onChange={({ target }) => setScreenOnly(target.checked)}
      />
      <div>
        <Button kind="line" type="submit" busy={busy} busyLabel="Saving...">
          Save the rules
        </Button>
      </div>
    </form>
  )
}
