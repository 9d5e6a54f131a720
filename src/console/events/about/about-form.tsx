import { useState, type FormEvent } from 'react'
import { readEventAbout, saveEventAbout, type EditedAbout } from '#shop/catalogue/admin/event-about.api.ts'
import { deleteUnusedPosters } from '#shop/catalogue/admin/posters.api.ts'
import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { changedFields } from '../../kit/form/use-form.ts'
import { useUnsavedWork } from '../../kit/unsaved-work.ts'
import { whyFailed } from '../../kit/why-failed.ts'
import { useDraft } from '../draft-form.tsx'
import { aboutFields, draftOf, readAbout, type AboutDraft, type AboutField } from './about-draft.ts'
import { AboutFields } from './about-fields.tsx'

/** Edits all that an event says about itself, saved at once. After another admin's save, what was typed here stays. */
export function AboutForm({ stored, onSaved }: { stored: EditedAbout; onSaved: () => Promise<unknown> }) {
  const [seen, setSeen] = useState(stored)
  const was = draftOf(seen.about, seen.date)
  const { ref, draft, problems, change, show } = useDraft(was)
  const [others, setOthers] = useState<AboutField[]>([])
  const [storing, setStoring] = useState(false)
  const changed = changedFields(was, draft)
  useUnsavedWork(storing)

  /** Shows what is stored, with what was typed since `base` on top. */
  const take = (fresh: EditedAbout, base: AboutDraft, stale: boolean): void => {
    const now = draftOf(fresh.about, fresh.date)
    change((typed) => ({
      ...now,
      ...Object.fromEntries(changedFields(base, typed).map((field) => [field, typed[field]])),
    }))
    setOthers(stale ? changedFields(was, now) : [])
    setSeen(fresh)
  }

  const { busy, failure, run } = useAction(
    async (about: EventAbout) => {
      const result = await saveEventAbout(stored.id, seen.revision, about)
      const stale = !result.ok && result.failure.code === 'changed_meanwhile'
      if (!result.ok && !stale) return result
      const fresh = await readEventAbout(stored.id)
      if (fresh.ok) take(fresh.value, stale ? was : draft, stale)
      return result
    },
    { done: 'Saved. It is in the shop now.', failed: 'Error saving the event' },
  )

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || storing) return
    const read = readAbout(draft, seen.date)
    show('problems' in read ? read.problems : {})
    if ('problems' in read) return
    const result = await run(read.about)
    if (!result?.ok) return
    void onSaved()
    // Files of a poster that was replaced earlier. What fails is tried after the next save.
    void deleteUnusedPosters().catch(() => undefined)
  }

  return (
    <form
      ref={ref}
      aria-label="About the event"
      onSubmit={(event) => void submit(event)}
      noValidate
      className="grid gap-6"
    >
      {failure ? (
        <Note kind="bad" role="alert">
          <p>{whyFailed(failure)}</p>
          <Others fields={others} seen={was} draft={draft} />
        </Note>
      ) : null}
      <AboutFields
        draft={draft}
        problems={problems}
        starts={seen.date}
        eventId={stored.id}
        onChange={(field, text) => change(() => ({ [field]: text }))}
        onBusy={setStoring}
      />
      <div className="flex items-center gap-4 border-t border-rule pt-4">
        <Button type="submit" busy={busy} busyLabel="Saving..." disabled={storing || changed.length === 0}>
          Save
        </Button>
        <span className="text-2 text-muted" role="status">
          {changed.length > 0 ? 'Not saved yet.' : ''}
        </span>
      </div>
    </form>
  )
}

/** Shows what another admin stored in the fields that were also edited here. */
function Others({ fields, seen, draft }: { fields: readonly AboutField[]; seen: AboutDraft; draft: AboutDraft }) {
  if (fields.length === 0) return null
  const both = fields.filter((field) => seen[field] !== draft[field])
  return (
    <>
      <p>Changed meanwhile: {fields.map((field) => aboutFields[field].label).join(', ')}.</p>
      {both.map((field) => (
        <details key={field} className="mt-1">
          <summary className="cursor-pointer">{aboutFields[field].label}, as it is stored now</summary>
          <p className="wrap-anywhere whitespace-pre-line">{seen[field] || 'Nothing'}</p>
        </details>
      ))}
    </>
  )
}
