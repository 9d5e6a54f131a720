import { Link } from 'react-router-dom'
import type { MyTicket } from '#shop/device/schema.ts'
import { keepPass } from '#shop/waiting/returns.store.ts'
import { soldReturns, type ReturnedPass } from '#shop/waiting/returns.ts'
import { Button } from '#ui/controls/button.tsx'
import { Alert } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/back.ts'
import { paths } from '#ui/paths.ts'
import { backFailureText } from './give-back.tsx'
import { seatWords } from './give-words.ts'

const WORDS = { open: 'back.open', offered: 'back.offered', buying: 'back.buying' } as const

/** Says what became of a pass that was given back, and lets its holder keep it until another person has paid. */
export function ReturnState({ returned: { id, state } }: { returned: ReturnedPass }) {
  const keeping = useAction(() => keepPass(id), { done: () => t('back.kept') })
  if (state === 'sold') return null
  return (
    <>
      <p className="text-2" role="status">
        {t(WORDS[state])}
      </p>
      {state !== 'buying' && (
        <Button small kind="line" busy={keeping.busy} busyLabel={t('back.keeping')} onClick={() => void keeping.run()}>
          {t('back.keep')}
        </Button>
      )}
      <Alert>{keeping.failure && backFailureText(keeping.failure)}</Alert>
    </>
  )
}

/** The passes of a ticket that were given back and sold, each with the way to its money. */
export function SoldPasses({ ticket }: { ticket: MyTicket }) {
  const sold = soldReturns(ticket)
  // Of a ticket that is gone as a whole the refund is on its own page.
  if (sold.length === 0 || ticket.revokedAt !== null) return null
  return (
    <ul className="no-print grid gap-1 py-3 text-2">
      {sold.map((one) => (
        <li key={one.id}>
          {t('back.sold', { seats: seatWords(ticket, one) })}{' '}
          {one.soldTicketId !== null && (
            <Link className="link" to={paths.ticket(one.soldTicketId)}>
              {t('back.refund')}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}
