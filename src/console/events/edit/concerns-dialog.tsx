import { FailureNote } from '../../kit/form/form-frame.tsx'
import type { Concerns } from '#shop/catalogue/admin/concert.api.ts'
import { REFUND_DAYS_AFTER_MOVE } from '#shop/refunds/refund-offer.ts'
import { count } from '#ui/format.ts'
import { counted } from '../../kit/words/counted.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { SameEventText } from '../event-dialogs.tsx'

/** Says whom a change concerns: '12 tickets of 5 people, 2 payments under review'; null when it concerns no one. */
export function concernsWhom({ tickets, people, pending, held }: Concerns): string | null {
  const parts = [
    tickets > 0 ? counted(tickets, 'ticket') : '',
    pending > 0 ? `${counted(pending, 'payment')} under review` : '',
    held > 0 ? `${counted(held, 'seat')} held at this moment` : '',
  ].filter(Boolean)
  if (parts.length === 0) return null
  return `${parts.join(', ')}${people > 0 ? `, of ${counted(people, 'person', 'people')}` : ''}`
}

/** Says in sentences what a change sets off. */
export const setsOff = ({ will, people, mails }: Concerns): string[] =>
  will.map((one) => {
    switch (one) {
      case 'moves':
        return 'Tickets stay valid and show the new date or place; the new date is shown beside the old one.'
      case 'opens_refunds':
        return `Buyers can ask for their money back for ${REFUND_DAYS_AFTER_MOVE} days, until it begins.`
      case 'tells_people':
        return `${counted(people, 'person gets', 'people get')} a notice in the shop${mails > 0 ? `, ${count(mails)} of them a mail` : ''}.`
      case 'price_of_next':
        return 'The new price is for those who buy next. What is sold, held or under review keeps its price.'
      case 'stops_sale':
        return 'A zone that sells now stops selling.'
      case 'opens_sale':
        return 'A zone begins to sell at once.'
      case 'hides_zone':
        return 'A zone is seen and sold only with a code that opens it. What is sold stays sold.'
      case 'shows_zone':
        return 'A zone that needed a code is seen and sold without one.'
      case 'adds_zone':
        return 'A zone is added.'
      case 'removes_zone':
        return 'A zone is removed.'
      case 'publishes':
        return 'Everybody sees the concert.'
      default:
        return one
    }
  })

/** Why the database would refuse a part of the change. */
export function refusedWhy({ path, code }: Concerns['refused'][number]): string {
  if (path === 'singer')
    return 'Tickets are sold or held, so the singer cannot change. A wrong name is corrected under Singers.'
  if (code === 'forbidden') return 'Tickets are sold or held: only an admin changes date, city and venue.'
  if (code === 'not_on_sale') return 'A cancelled concert does not move.'
  if (code === 'seats_claimed') return 'A zone cannot have fewer places than are sold or off sale.'
  return 'A zone with seats, payments or tickets cannot be removed. End its sale instead.'
}

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
          <FailureNote failure={failure} className="mt-4" />
        </div>
      ) : null}
    </ConfirmDialog>
  )
}
