import { useState, type FormEvent } from 'react'
import { dayKey, fromIst, timeKey } from '#platform/time/ist.ts'
import { readPassRules, setPassRules } from '#shop/tickets/passes/pass-rules.api.ts'
import { OFFER_MINUTES, type PassRules as Rules } from '#shop/tickets/passes/pass-rules.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField, TextField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

/** Whether, and until when, people may hand their tickets to others or give them back. */
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
        <Form key={JSON.stringify(value)} eventId={eventId} rules={value} onSaved={reload} />
      ) : failure ? (
        <ListFailure message="Failed to load the rules" failure={failure} onRetry={() => void reload()} />
      ) : (
        <ListSkeleton />
      )}
    </section>
  )
}

const typedOf = (at: string | null): string => (at === null ? '' : `${dayKey(at)}T${timeKey(at)}`)

const instantOf = (typed: string): string | null => {
  const [day = '', time] = typed.split('T')
  return day === '' ? null : fromIst(day, time)
}

function Form({ eventId, rules, onSaved }: { eventId: string; rules: Rules; onSaved: () => Promise<unknown> }) {
  const [may, setMay] = useState(rules.handOver)
  const [screenOnly, setScreenOnly] = useState(rules.screenOnly)
  const [until, setUntil] = useState(typedOf(rules.handOverUntil))
  const [back, setBack] = useState(rules.giveBack)
  const [backUntil, setBackUntil] = useState(typedOf(rules.giveBackUntil))
  const [minutes, setMinutes] = useState(String(rules.offerMinutes))
  const offerMinutes = /^[0-9]{1,4}$/.test(minutes) ? Number(minutes) : NaN
  const areMinutes = offerMinutes >= OFFER_MINUTES.least && offerMinutes <= OFFER_MINUTES.most
  const wanted: Rules = {
    handOver: may,
    handOverUntil: may ? instantOf(until) : null,
    screenOnly,
    giveBack: back,
    giveBackUntil: back ? instantOf(backUntil) : null,
    offerMinutes,
  }
  const { busy, run } = useAction(() => setPassRules(eventId, wanted), {
    done: 'Rules saved',
    failed: ({ code }) =>
      code === 'unreachable'
        ? 'The server is not responding. Nothing was changed; try again.'
        : 'The rules could not be saved. Try again.',
  })
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!areMinutes) return
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
          hint="India time (IST). Empty: until six hours after the start"
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
      <CheckField
        label="Tickets may be given back"
        hint="The seat is offered to the waiting list; once another person’s payment is approved, the price is owed to its holder"
        checked={back}
        onChange={({ target }) => setBack(target.checked)}
      />
      {back && (
        <TextField
          label="Given back until (optional)"
          type="datetime-local"
          hint="India time (IST). Empty: until the event begins"
          value={backUntil}
          onChange={({ target }) => setBackUntil(target.value)}
        />
      )}
      <TextField
        label="Minutes of an offer"
        inputMode="numeric"
        hint="For how long seats are offered to a person of the waiting list. Running offers keep their time"
        error={areMinutes ? undefined : `${OFFER_MINUTES.least} to ${OFFER_MINUTES.most} minutes.`}
        value={minutes}
        onChange={({ target }) => setMinutes(target.value)}
      />
      <div>
        <Button kind="line" type="submit" busy={busy} busyLabel="Saving...">
          Save the rules
        </Button>
      </div>
    </form>
  )
}
