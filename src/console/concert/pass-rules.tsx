import { dayKey, fromIst, timeKey } from '#platform/time/ist.ts'
import { readPassRules, setPassRules } from '#shop/tickets/passes/pass-rules.api.ts'
import { OFFER_MINUTES, type PassRules as Rules } from '#shop/tickets/passes/passes.ts'
import { CheckField, TextField } from '#ui/controls/field.tsx'
import { FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { ListFailure, ListSkeleton } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

/** Whether, and until when, people may hand their tickets to others or give them back. */
export function PassRules({ eventId }: { eventId: string }) {
  const { value, failure, reload } = useLoaded(`pass rules ${eventId}`, () => readPassRules(eventId))
  return (
    <section aria-label="Rules of the tickets">
      <h2 className="section-head head-4">Rules of the tickets</h2>
      <p className="mb-4 max-w-[70ch] text-2 text-muted">
        Each seat has a code of its own. Its holder may give it to another person by a link; the earlier code is then
        void at every gate whose list is newer, and the list has the new name.
      </p>
      {value ? (
        <Form key={JSON.stringify(value)} eventId={eventId} rules={value} onSaved={reload} />
      ) : failure ? (
        <ListFailure message="Failed to load the rules" failure={failure} onRetry={reload} />
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

/** Returns what is wrong with the minutes of an offer. */
const wrongMinutes = (typed: string): string | undefined =>
  /^[0-9]{1,4}$/.test(typed) && Number(typed) >= OFFER_MINUTES.least && Number(typed) <= OFFER_MINUTES.most
    ? undefined
    : `${OFFER_MINUTES.least} to ${OFFER_MINUTES.most} minutes.`

function Form({ eventId, rules, onSaved }: { eventId: string; rules: Rules; onSaved: () => Promise<unknown> }) {
  const form = useForm({
    start: {
      ...rules,
      handOverUntil: typedOf(rules.handOverUntil),
      giveBackUntil: typedOf(rules.giveBackUntil),
      offerMinutes: String(rules.offerMinutes),
    },
    read: (typed) =>
      wrongMinutes(typed.offerMinutes)
        ? { problems: {} }
        : {
            ...typed,
            handOverUntil: typed.handOver ? instantOf(typed.handOverUntil) : null,
            giveBackUntil: typed.giveBack ? instantOf(typed.giveBackUntil) : null,
            offerMinutes: Number(typed.offerMinutes),
          },
    save: (wanted: Rules) => setPassRules(eventId, wanted),
    onSaved,
    isUnsaved: () => false,
    done: 'Rules saved',
    failed: ({ code }) =>
      code === 'unreachable'
        ? 'The server is not responding. Nothing was changed; try again.'
        : 'The rules could not be saved. Try again.',
  })
  const { draft, field, box } = form
  return (
    <FormFrame form={form} className="grid max-w-[480px] gap-4">
      <CheckField label="Tickets may be handed over" {...box('handOver')} />
      {draft.handOver && (
        <TextField
          label="Until (optional)"
          type="datetime-local"
          hint="India time (IST). Empty: until six hours after the start"
          {...field('handOverUntil')}
        />
      )}
      <CheckField
        label="Tickets only on a phone’s screen"
        hint="Each code is bound to its holder’s phone and changes every 15 seconds. Paper is checked with an ID"
        {...box('screenOnly')}
      />
      <CheckField
        label="Tickets may be given back"
        hint="The seat is offered to the waiting list; once another person’s payment is approved, the price is owed to its holder"
        {...box('giveBack')}
      />
      {draft.giveBack && (
        <TextField
          label="Given back until (optional)"
          type="datetime-local"
          hint="India time (IST). Empty: until the event begins"
          {...field('giveBackUntil')}
        />
      )}
      <TextField
        {...field('offerMinutes')}
        label="Minutes of an offer"
        inputMode="numeric"
        hint="For how long seats are offered to a person of the waiting list. Running offers keep their time"
        error={wrongMinutes(draft.offerMinutes)}
      />
      <FormButtons form={form} save="Save the rules" saving="Saving..." kind="line" />
    </FormFrame>
  )
}
