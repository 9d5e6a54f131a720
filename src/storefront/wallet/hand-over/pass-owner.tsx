import { useState } from 'react'
import { formatDayTime } from '#platform/time/ist.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { takeBack } from '#shop/guests/hand-over.store.ts'
import type { HandedPass, ShownCode } from '#shop/tickets/passes/passes.ts'
import { liveReturn } from '#shop/waiting/returns.ts'
import { Button } from '#ui/controls/button.tsx'
import { Alert, Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/give.ts'
import { GiveBack } from './give-back.tsx'
import { ReturnState } from './return-state.tsx'
import { giveFailureText, seatWords } from './give-words.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'

/**
 * Gives a pass away below its code, or back where that `mayReturn`, and says what became of it. Says when an earlier
 * holder's code was let in.
 */
export function PassOwner({ ticket, code, mayReturn }: { ticket: MyTicket; code: ShownCode; mayReturn: boolean }) {
  const [asks, setAsks] = useState(false)
  const returned = liveReturn(ticket, code.number)
  const open = ticket.handed?.find((one) => one.number === code.number && one.acceptedAt === null)
  return (
    <div className="no-print mt-3 grid justify-items-center gap-2 text-center">
      {returned ? (
        <ReturnState returned={returned} />
      ) : open ? (
        <OpenLink ticket={ticket} link={open} onAgain={() => setAsks(true)} />
      ) : (
        <div className="flex flex-wrap justify-center gap-3">
          <Button small kind="line" onClick={() => setAsks(true)}>
            {t('give.start')}
          </Button>
          {mayReturn && <GiveBack ticket={ticket} code={code} />}
        </div>
      )}
      {code.oldCodeAt && (
        <Note kind="warn" role="alert">
          {t('give.oldCode', { when: formatDayTime(code.oldCodeAt) })}
        </Note>
      )}
      {asks && <HandOverDialog ticket={ticket} code={code} name={open?.name ?? ''} onClose={() => setAsks(false)} />}
    </div>
  )
}

function OpenLink({ ticket, link, onAgain }: { ticket: MyTicket; link: HandedPass; onAgain: () => void }) {
  const { busy, failure, run } = useAction(() => takeBack(ticket.id, link.id), { done: () => t('give.tookBack') })
  return (
    <>
      <p className="text-2" role="status">
        {t('give.open', { name: link.name })}
      </p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button small kind="line" onClick={onAgain} disabled={busy}>
          {t('give.again')}
        </Button>
        <Button small kind="line" busy={busy} busyLabel={t('give.takingBack')} onClick={() => void run()}>
          {t('give.takeBack')}
        </Button>
      </div>
      <Alert>{failure && giveFailureText(failure)}</Alert>
    </>
  )
}

/** Who has the passes that were given away. */
export function HandedPasses({ ticket }: { ticket: MyTicket }) {
  const gone = ticket.handed?.filter((one) => one.acceptedAt !== null) ?? []
  if (gone.length === 0) return null
  return (
    <div className="no-print py-3 text-2">
      {ticket.passes.length === 0 && <p className="pb-2">{t('give.allGone')}</p>}
      <ul className="grid gap-1">
        {gone.map((one) => (
          <li key={one.id}>{t('give.gone', { seats: seatWords(ticket, one), name: one.toName })}</li>
        ))}
      </ul>
    </div>
  )
}
