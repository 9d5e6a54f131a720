import type { Concerns } from '#shop/catalogue/admin/concert.api.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { Refused, SameEventText } from '../event-dialogs.tsx'
import { concernsWhom, refusedWhy, setsOff } from './concern-words.ts'

/** Says before an edit is saved whom it concerns and what it sets off. */
export function ConcernsDialog({
  concerns,
  twin,
  failure,
  busy,
  onConfirm,
  onCancel,
}: {
  concerns: Concerns | null
  /** An event that this one would repeat. */
  twin: EventListRow | null
  failure: Failure | null
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}) {
  const whom = concerns && concernsWhom(concerns)
  const refused = concerns?.refused ?? []
  return (
    <ConfirmDialog
      open={concerns !== null}
      question={refused.length > 0 ? 'This cannot be saved' : 'Save these changes?'}
      confirmLabel={refused.length > 0 ? null : 'Save the changes'}
      cancelLabel={refused.length > 0 ? 'Change it' : 'Not yet'}
      kind="solid"
      busy={busy}
      busyLabel="Saving..."
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {concerns ? (
        <div>
          <p>{whom ? `It concerns ${whom}.` : 'Nothing is sold or held yet.'}</p>
          {refused.map((one) => (
            <Note key={one.path} kind="bad" className="mt-3">
              {refusedWhy(one)}
            </Note>
          ))}
          {refused.length === 0 && concerns.will.length > 0 ? (
            <ul className="mt-3 list-disc pl-5">
              {setsOff(concerns).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
          ) : null}
          {twin ? (
            <Note kind="warn" className="mt-4">
              <SameEventText twin={twin} />
            </Note>
          ) : null}
          <Refused failure={failure} />
        </div>
      ) : null}
    </ConfirmDialog>
  )
}
