import type { ConcertSource } from '#shop/catalogue/admin/concert.api.ts'
import type { ConcertDraft } from '../new/draft/concert-draft.ts'
import { draftOfSource } from '../new/draft/copy-concert.ts'
import { keep, readKept } from '../new/draft/stored-concert.ts'
import { mergeDraft, sameDraft, type Meanwhile } from './merge-draft.ts'

interface StoredEdit {
  eventId: string
  /** As it was loaded; null: all that was typed lies on top of what is stored. */
  base: ConcertSource | null
  draft: ConcertDraft
}

/** Keeps an edit that is not saved on this device, in place of another concert's. */
export const storeEdit = (edit: StoredEdit): void => keep('editConcert', edit)

const readEdit = (id: string): StoredEdit | null => readKept<StoredEdit>('editConcert', ({ eventId }) => eventId === id)

/** Forgets the edit of this concert; another's stays. */
export function forgetEdit(eventId: string): void {
  if (readEdit(eventId)) keep('editConcert', null)
}

/** The form of a stored concert, with what was typed on this device and not saved. */
export function resumeEdit(source: ConcertSource): { draft: ConcertDraft; others: Meanwhile[]; restored: boolean } {
  const now = draftOfSource(source)
  const edit = readEdit(source.id)
  if (!edit) return { draft: now, others: [], restored: false }
  const { draft, others } = edit.base
    ? mergeDraft(draftOfSource(edit.base), edit.draft, now)
    : {
        draft: { ...edit.draft, hall: now.hall, dates: edit.draft.dates.slice(0, 1), ...publicity(source, edit.draft) },
        others: [],
      }
  return sameDraft(draft, now) ? { draft: now, others: [], restored: false } : { draft, others, restored: true }
}

const publicity = ({ published }: ConcertSource, { publish }: ConcertDraft): Pick<ConcertDraft, 'publish'> => ({
  publish: published ? 'now' : publish,
})
