import { useState } from 'react'
import { isRetryable } from '#platform/failure/failure.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { saveQueue } from '#shop/queue/queue-admin.api.ts'
import { concernsOf, rulesOf, usualTimes, type AdminQueue } from '#shop/queue/queue-admin.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { FailureNote, FormFrame } from '../kit/form/form-frame.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { readMoment, typedMoment } from '../ticket-categories/category-draft.ts'
import {
  joinsFromStays,
  noPace,
  onlyLater,
  opensAtStays,
  readQueueDraft,
  typedOfQueue,
  type TypedQueue,
} from './queue-draft.ts'
import { concernWords, refusedFields, whyQueueFailed } from './queue-words.ts'

interface QueueFormProps {
  event: EventListRow
  categories: readonly CategoryListRow[]
  /** Null: a new queue. */
  stored: AdminQueue | null
  /** In ms. */
  now: number
  onChanged: () => Promise<unknown>
}

/** Makes or changes an event's queue. What was typed stays when a save is refused, and while `stored` is read again. */
export function QueueForm({ event, categories, stored, now, onChanged }: QueueFormProps) {
  const [usual] = useState(() => usualTyped(categories, now))
  const form = useForm({
    start: stored ? typedOfQueue(stored) : usual,
    read: (draft) => readQueueDraft(draft, stored, event, now),
    save: async ({ times }) => {
      const result = await saveQueue(event.id, times)
      // A refusal tells of something that this page does not show yet.
      if (result.ok || !isRetryable(result.failure)) await onChanged()
      return result
    },
    onSaved: (_, reset) => reset(),
    onRefused: refusedFields,
    done: stored ? 'Queue changed' : 'The event has a queue',
    failed: stored ? 'Error changing the queue' : 'Error adding the queue',
  })
  const { draft: typed, edited, failure, busy, change, field } = form
  const rules = stored && rulesOf(stored)
  const joinsStay = stored && rules?.joinsFrom === false ? joinsFromStays(stored) : null
  const opensStay = stored && rules?.opensAt === 'no' ? opensAtStays(stored) : null

  return (
    <FormFrame
      form={form}
      name={stored ? 'Change the queue' : 'Add a queue'}
      className="grid max-w-[720px] gap-4 desk:grid-cols-2"
    >
      {failure && Object.keys(refusedFields(failure)).length === 0 ? (
        <FailureNote failure={failure} words={whyQueueFailed} className="desk:col-span-2" />
      ) : null}
      <TextField
        {...field('joinsFrom')}
        label="Joining opens"
        type="datetime-local"
        hint={joinsStay ?? 'India time (IST)'}
        disabled={joinsStay !== null && !edited.includes('joinsFrom')}
        required
      />
      <TextField
        {...field('opensAt')}
        label="The sale opens, and the list is drawn"
        type="datetime-local"
        hint={opensStay ?? (stored && rules?.opensAt === 'later' ? onlyLater(stored) : 'India time (IST)')}
        disabled={opensStay !== null && !edited.includes('opensAt')}
        required
      />
      <SelectField
        {...field('pace')}
        onChange={({ target }) => change({ pace: target.value as TypedQueue['pace'] })}
        label="How many a minute may buy"
        hint="It can be changed at any time"
      >
        <option value="shop">As many as the shop bears</option>
        <option value="number">A number of people</option>
      </SelectField>
      {typed.pace === 'number' ? (
        <TextField {...field('perMinute')} label="People a minute" inputMode="numeric" hint="1 to 1,00,000" required />
      ) : null}
      <Concerns {...{ event, categories, stored, now }} opensAt={typed.opensAt} />
      <div className="flex flex-wrap items-center gap-3 desk:col-span-2">
        <Button
          type="submit"
          busy={busy}
          busyLabel={stored ? 'Saving...' : 'Adding...'}
          disabled={stored !== null && edited.length === 0}
        >
          {stored ? 'Save' : 'Add the queue'}
        </Button>
        {stored && edited.length > 0 ? (
          <Button kind="line" disabled={busy} onClick={form.reset}>
            Take back what I typed
          </Button>
        ) : null}
        <span className="text-2 text-muted" role="status">
          {edited.length > 0 ? 'Not saved yet.' : ''}
        </span>
      </div>
    </FormFrame>
  )
}

function Concerns({
  event,
  categories,
  stored,
  now,
  opensAt,
}: Omit<QueueFormProps, 'onChanged'> & { opensAt: string }) {
  const at = readMoment(opensAt)
  const words =
    at && !stored?.drawnAt
      ? concernWords(concernsOf(categories, Date.parse(at), now), event.publishedAt !== null && !event.pausedAt)
      : []
  if (words.length === 0) return null
  return (
    <Note kind="warn" className="desk:col-span-2" role="status">
      {words.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </Note>
  )
}

function usualTyped(categories: readonly CategoryListRow[], now: number): TypedQueue {
  const { joinsFrom, opensAt } = usualTimes(categories, now)
  const textOf = (at: number | null): string => typedMoment(at === null ? null : new Date(at).toISOString())
  return { joinsFrom: textOf(joinsFrom), opensAt: textOf(opensAt), ...noPace }
}
