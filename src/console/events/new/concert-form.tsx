import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { saveConcert, type Concert } from '#shop/catalogue/admin/concert.api.ts'
import { addEvent, readEventRow, readSameEvent, type EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useUnsavedWork } from '../../kit/unsaved-work.ts'
import { storeEdit } from '../edit/stored-edit.ts'
import { SameEventQuestion } from '../event-dialogs.tsx'
import type { ConcertDraft } from './draft/concert-draft.ts'
import { ConcertFrame } from './concert-frame.tsx'
import { useConcertForm } from './use-concert-form.ts'
import { readConcert, readEvent, type Known } from './draft/read-concert.ts'
import { storeConcert } from './draft/stored-concert.ts'

/**
 * Asks for everything of a new concert, saved at once, or for its first step alone. What is typed stays on this device
 * until it is saved.
 */
export function ConcertForm({
  from,
  initial,
  restored,
  known,
}: {
  /** The event that this duplicates; '' for none. */
  from: string
  initial: ConcertDraft
  /** It was typed before. */
  restored: boolean
  known: Known
}) {
  const form = useConcertForm(initial, known)
  const { storing, show, refuse } = form
  const { draft, change } = form.parts
  const [asked, setAsked] = useState<{ concert: Concert; twin: EventListRow | null; past: string | null } | null>(null)
  /** It is the first step that is sent, without hall and zones. */
  const [alone, setAlone] = useState(false)
  const navigate = useNavigate()
  // The first that was sent under these ids: a repeat stores nothing of later changes.
  const sent = useRef<string | null>(null)
  const saved = useRef(false)
  const changed = draft !== initial || restored
  useUnsavedWork(draft !== initial || storing)
  useEffect(() => {
    if (changed && !saved.current) storeConcert(from, draft)
  }, [changed, draft, from])

  /** Evenings that an earlier press has stored leave the form, so that the next press saves the others. */
  const dropStored = async ({ dates }: Concert) => {
    const found = await Promise.all(dates.map(({ id }) => readEventRow(id)))
    const left = dates.filter((_, at) => !found[at]?.ok).map(({ id }) => id)
    change((now) => ({
      dates: now.dates.filter(({ id }) => left.includes(id)),
      zones: now.zones.map((zone) => ({ ...zone, id: newUuid() })),
      hall: { ...now.hall, newId: newUuid() },
    }))
    show({
      'dates[0].day': 'The other evenings were saved by an earlier press, and left this form. Save again for these.',
    })
  }

  const { busy, failure, run } = useAction(
    async (concert: Concert, sure: boolean): Promise<Result<'saved' | 'repeated' | 'asked'>> => {
      const twin = sure ? null : await findTwin(concert)
      const past = sure ? null : (concert.dates.find(({ date }) => Date.parse(date) <= Date.now())?.date ?? null)
      if (twin || past) {
        setAsked({ concert, twin, past })
        return ok('asked')
      }
      const text = JSON.stringify(concert)
      const before = sent.current
      sent.current ??= text
      const result = await storeNew(concert)
      setAsked(null)
      if (!result.ok) {
        // What the server refused is not stored: the next press begins anew.
        if (result.failure.code !== 'unreachable') sent.current = null
        if (result.failure.code === 'changed_meanwhile') await dropStored(concert)
        return result
      }
      return ok(result.value.repeated && before !== text ? 'repeated' : 'saved')
    },
    { failed: 'Error adding event' },
  )
  const save = async (concert: Concert, sure: boolean) => {
    const result = await run(concert, sure)
    if (!result) return
    if (!result.ok) return void refuse(result.failure)
    if (result.value === 'asked') return
    saved.current = true
    storeConcert(from, null)
    const [first] = concert.dates
    if (result.value === 'repeated' && first) {
      storeEdit({ eventId: first.id, base: null, draft })
      toast.error('It was saved before, by an earlier press or another tab. What you typed since is not saved yet.')
      void navigate(paths.adminEditConcert(first.id))
      return
    }
    const published = concert.publish === 'now'
    const light = concert.zones.length === 0
    toast.success(!published ? 'Concert saved as a draft' : light ? 'Event added successfully' : 'Concert published')
    if (!first || concert.dates.length > 1) return void navigate(paths.adminEvents)
    void navigate(published && !light ? paths.adminEventShare(first.id) : paths.adminEvent(first.id))
  }
  const submit = (reads = readConcert) => {
    if (busy) return
    setAlone(reads === readEvent)
    const read = reads(draft, known, Date.now())
    show('problems' in read ? read.problems : {})
    if ('problems' in read) return
    void save(read.concert, false)
  }

  return (
    <ConcertFrame
      form={form}
      label="New concert"
      submit={draft.publish === 'now' ? ['Publish the concert', 'Publishing...'] : ['Save the draft', 'Saving...']}
      busy={busy && !alone}
      changed={changed}
      disabled={busy}
      failure={failure}
      first={
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button
            kind="line"
            small
            busy={busy && alone}
            busyLabel="Adding..."
            disabled={busy}
            onClick={() => submit(readEvent)}
          >
            Add Event
          </Button>
          <span className="text-2 text-muted">
            Adds it with this alone: customers see it, and its tickets are added later.
          </span>
        </div>
      }
      onSubmit={() => submit()}
    >
      <SameEventQuestion
        twin={asked?.twin ?? null}
        past={asked?.past ?? null}
        confirmLabel={asked?.twin ? 'Save it anyway' : 'Add it anyway'}
        busy={busy}
        busyLabel="Saving..."
        onConfirm={() => asked && void save(asked.concert, true)}
        onCancel={() => setAsked(null)}
      />
    </ConcertFrame>
  )
}

/** Stores the first step of a known singer as a row, which may be past, and all else together. */
async function storeNew(concert: Concert): Promise<Result<{ repeated: boolean }>> {
  const { singer, dates, zones, publish, city, venue, genre, state } = concert
  const [first] = dates
  if (!first || !('id' in singer) || zones.length > 0 || publish === 'draft') return saveConcert(concert)
  const added = await addEvent(first.id, { singerId: singer.id, city, venue, genre, state, date: first.date })
  return added.ok ? ok({ repeated: false }) : added
}

/** A stored event of this singer at this place and time, of any evening. */
async function findTwin({ singer, dates, venue }: Concert): Promise<EventListRow | null> {
  if (!('id' in singer)) return null
  const found = await Promise.all(dates.map(({ id, date }) => readSameEvent(id, { singerId: singer.id, date, venue })))
  return found.flatMap((one) => (one.ok && one.value ? [one.value] : []))[0] ?? null
}
