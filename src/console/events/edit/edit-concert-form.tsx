import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import {
  changeConcert,
  readConcerns,
  type Concerns,
  type ConcertChange,
  readConcertSource,
  type ConcertSource,
} from '#shop/catalogue/admin/concert.api.ts'
import { type EventListRow, readSameEvent } from '#shop/catalogue/admin/events-admin.api.ts'
import { deleteUnusedPosters } from '#shop/catalogue/admin/posters.api.ts'
import { ok, type Failure, type Result } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useNow } from '#ui/hooks/use-time.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { useUnsavedWork } from '../../kit/unsaved-work.ts'
import { useMay } from '#account/session/use-may.ts'
import { ConcertFrame } from '../new/concert-frame.tsx'
import { draftOfSource } from '../new/draft/copy-concert.ts'
import { type Known, singerNamed } from '../new/draft/read-concert.ts'
import { useConcertForm } from '../new/use-concert-form.ts'
import { eventUpdated } from '../event-dialogs.tsx'
import { changeOf } from './concert-change.ts'
import { keptOf } from './kept-facts.tsx'
import { ConcernsDialog } from './concerns-dialog.tsx'
import { mergeDraft, sameDraft, type Meanwhile } from './merge-draft.ts'
import { forgetEdit, resumeEdit, storeEdit } from './stored-edit.ts'
import { Note } from '#ui/display/note.tsx'

const MINUTE_MS = 60_000

/**
 * Edits a stored concert in the form of a new one. What an edit concerns is said before it is saved; what is typed
 * stays on this device until then, also when another admin saves first.
 */
export function EditConcertForm({ source, known }: { source: ConcertSource; known: Known }) {
  /** What the next save changes: as loaded, or as read after another admin's save. */
  const [seen, setSeen] = useState(source)
  const [{ was, begun }] = useState(() => ({ was: draftOfSource(source), begun: resumeEdit(source) }))
  const [base, setBase] = useState(was)
  const form = useConcertForm(begun.draft, known)
  const { storing, setDraft, show } = form
  const { draft } = form.parts
  const [meanwhile, setMeanwhile] = useState({ others: begun.others, restored: begun.restored, refused: 0 })
  const [asked, setAsked] = useState<{ change: ConcertChange; concerns: Concerns; twin: EventListRow | null } | null>(
    null,
  )
  const navigate = useNavigate()
  const isAdmin = useMay()()
  const now = useNow(MINUTE_MS)
  const changed = !sameDraft(draft, base)
  useUnsavedWork(changed || storing)
  const kept = useRef(begun.restored)
  const saved = useRef(false)
  useEffect(() => {
    if (saved.current) return
    if (changed) storeEdit({ eventId: seen.id, base: seen, draft })
    // Another tab may keep an edit of its own.
    else if (kept.current) forgetEdit(seen.id)
    kept.current = changed
  }, [changed, draft, seen])

  const ask = useAction(async (change: ConcertChange) => {
    const [concerns, twin] = await Promise.all([readConcerns(source.id, change), findTwin(seen, change, known)])
    return concerns.ok ? ok({ concerns: concerns.value, twin }) : concerns
  })
  /** Puts what was typed on top of what is stored now. Returns false when that is the same. */
  const takeOver = (fresh: ConcertSource): boolean => {
    const now = draftOfSource(fresh)
    const merged = mergeDraft(base, draft, now)
    setSeen(fresh)
    setBase(now)
    setDraft(merged.draft)
    setMeanwhile(({ refused: times }) => ({ others: merged.others, restored: false, refused: times + 1 }))
    return !sameDraft(merged.draft, now)
  }
  /** A save whose answer was lost may have been stored. */
  const unsure = useRef(false)
  const save = useAction(
    async (change: ConcertChange): Promise<Result<'saved' | 'merged'>> => {
      const result = await changeConcert(seen.id, seen.revision, change)
      if (result.ok) return ok('saved')
      const { code } = result.failure
      if (code === 'unreachable') unsure.current = true
      else if (code === 'changed_meanwhile' || unsure.current) {
        const fresh = await readConcertSource(seen.id)
        if (!fresh.ok) return result
        unsure.current = false
        return ok(takeOver(fresh.value) ? 'merged' : 'saved')
      }
      return result
    },
    { failed: eventUpdated.failed },
  )
  const drop = (): void => {
    setDraft(base)
    show({})
    setMeanwhile({ others: [], restored: false, refused: 0 })
  }
  const refused = (failure: Failure, change: ConcertChange): void => {
    if (form.refuse(failure, (detail) => pathOf(detail, change, draft.zones))) setAsked(null)
  }
  const submit = async (): Promise<void> => {
    if (ask.busy || save.busy || !changed) return
    const read = changeOf(base, draft, seen, known, Date.now())
    if ('problems' in read) return show(read.problems)
    show({})
    const found = await ask.run(read.change)
    if (!found) return
    if (!found.ok) return refused(found.failure, read.change)
    save.forget()
    setAsked({ change: read.change, ...found.value })
  }
  const confirm = async (): Promise<void> => {
    if (!asked) return
    const result = await save.run(asked.change)
    if (!result) return
    if (!result.ok) return refused(result.failure, asked.change)
    setAsked(null)
    if (result.value === 'merged') return
    saved.current = true
    forgetEdit(seen.id)
    toast.success(eventUpdated.done)
    void deleteUnusedPosters().catch(() => undefined)
    void navigate(paths.adminEvent(seen.id))
  }

  return (
    <>
      <MeanwhileNote key={meanwhile.refused} {...meanwhile} refused={meanwhile.refused > 0} onDrop={drop} />
      <ConcertFrame
        form={form}
        label="Edit the concert"
        stored={{
          zones: new Set(seen.zones.map(({ id }) => id)),
          published: seen.published,
          kept: keptOf(seen, isAdmin, now),
        }}
        submit={['Save', 'Checking...']}
        busy={ask.busy}
        changed={changed}
        disabled={!changed}
        failure={ask.failure}
        onSubmit={() => void submit()}
      >
        <ConcernsDialog
          concerns={asked?.concerns ?? null}
          twin={asked?.twin ?? null}
          failure={save.failure}
          busy={save.busy}
          onConfirm={() => void confirm()}
          onCancel={() => setAsked(null)}
        />
      </ConcertFrame>
    </>
  )
}

/** A change lists only zones that differ; the form lists all. */
function pathOf(detail: string, change: ConcertChange, zones: readonly { id: string }[]): string {
  const at = /^categories\[(\d+)\]/.exec(detail)?.[1]
  const listed = (change.categories as { id: string }[] | undefined)?.[Number(at)]
  const place = zones.findIndex(({ id }) => id === listed?.id)
  return at === undefined || place < 0
    ? detail.replace(/^(date|doors_at|ends_at)$/, 'dates[0].$1')
    : detail.replace(`[${at}]`, `[${place}]`)
}

/** Returns another event that the changed concert would repeat: same singer, place and time. */
async function findTwin(
  seen: Pick<ConcertSource, 'id' | 'singer' | 'date' | 'venue'>,
  change: ConcertChange,
  known: Pick<Known, 'singers'>,
): Promise<EventListRow | null> {
  const { singer, date, venue } = change as { singer?: { id?: string }; date?: string; venue?: string }
  if (singer === undefined && date === undefined && venue === undefined) return null
  const singerId = singer ? singer.id : singerNamed(seen.singer, known.singers)?.id
  if (singerId === undefined) return null
  const same = await readSameEvent(seen.id, { singerId, date: date ?? seen.date, venue: venue ?? seen.venue })
  return same.ok ? same.value : null
}

/** Says that a form is back as it was typed, or that another admin saved first, and what is stored now. */
function MeanwhileNote({
  others,
  restored,
  refused,
  onDrop,
}: {
  others: readonly Meanwhile[]
  restored: boolean
  refused: boolean
  onDrop: () => void
}) {
  const note = useRef<HTMLDivElement>(null)
  // The button that was pressed is below, and its dialog takes the focus back when it closes.
  useEffect(() => {
    if (!refused) return
    const frame = requestAnimationFrame(() => note.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [refused])
  if (!restored && !refused && others.length === 0) return null
  return (
    <div ref={note} tabIndex={-1}>
      <Note kind={refused ? 'bad' : 'info'} className="mt-4" role={refused ? 'alert' : undefined}>
        <p>
          {refused
            ? 'Someone changed this concert meanwhile, so nothing was saved. What you typed is still here; look at it and save again.'
            : 'What you had typed here is back. Nothing of it is saved yet.'}
        </p>
        {others.length > 0 ? (
          <>
            <p className="mt-2">Changed meanwhile:</p>
            <ul className="list-disc pl-5">
              {others.map(({ what, stored, typed }) => (
                <li key={what} className="wrap-anywhere">
                  {what}: <span className="whitespace-pre-line">{stored}</span>
                  {typed ? ' (you typed something else, which is kept here)' : ''}
                </li>
              ))}
            </ul>
          </>
        ) : null}
        <Button kind="line" small className="mt-2" onClick={onDrop}>
          Show it as it is stored
        </Button>
      </Note>
    </div>
  )
}
