import { formatDayTime } from '#platform/time/ist.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { takeBack } from '#shop/guests/hand-over.store.ts'
import type { HandedPass, ShownCode } from '#shop/tickets/passes/passes.ts'
import { liveReturn } from '#shop/waiting/returns.ts'
import { Button } from '#ui/controls/button.tsx'
import { MoreActions } from '#ui/controls/more-actions.tsx'
import { Alert, Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/give.ts'
import { GiveBackDialog } from './give-back.tsx'
import { ReturnState } from './return-state.tsx'
import { giveFailureText, seatWords } from './give-words.ts'
import { HandOverDialog } from './hand-over-dialog.tsx'

/** What its holder wants to do with a pass. */
export interface Asked {
  act: 'pass' | 'return'
  code: ShownCode
}

const openLink = (ticket: MyTicket, code: ShownCode): HandedPass | undefined =>
  ticket.handed?.find((one) => one.number === code.number && one.acceptedAt === null)

/** Offers to pass a pass on, and where that `mayReturn` to return it; nothing once either has begun. */
export function PassMenu({
  ticket,
  code,
  mayReturn,
  onAsk,
}: {
  ticket: MyTicket
  code: ShownCode
  mayReturn: boolean
  onAsk: (act: Asked['act']) => void
}) {
  if (liveReturn(ticket, code.number) || openLink(ticket, code)) return null
  const pass = { label: t('give.start'), onChoose: () => onAsk('pass') }
  const back = { label: t('back.start'), onChoose: () => onAsk('return') }
  return <MoreActions actions={mayReturn ? [pass, back] : [pass]} name={seatWords(ticket, code)} className="size-11" />
}

/** Says what became of a pass that is passed on or returned, and when an earlier holder's code was let in. */
export function PassState({ ticket, code, onAgain }: { ticket: MyTicket; code: ShownCode; onAgain: () => void }) {
  const returned = liveReturn(ticket, code.number)
  const open = openLink(ticket, code)
  if (!returned && !open && !code.oldCodeAt) return null
  return (
    <div className="no-print mt-3 grid justify-items-start gap-2">
      {returned ? (
        <ReturnState returned={returned} />
      ) : open ? (
        <OpenLink key={code.number} ticket={ticket} link={open} onAgain={onAgain} />
      ) : null}
      {code.oldCodeAt && (
        <Note kind="warn" role="alert">
          {t('give.oldCode', { when: formatDayTime(code.oldCodeAt) })}
        </Note>
      )}
    </div>
  )
}

export function PassDialog({
  ticket,
  asked: { act, code },
  onClose,
}: {
  ticket: MyTicket
  asked: Asked
  onClose: () => void
}) {
  if (act === 'return') return <GiveBackDialog ticket={ticket} code={code} onClose={onClose} />
  return <HandOverDialog ticket={ticket} code={code} name={openLink(ticket, code)?.name ?? ''} onClose={onClose} />
}

function OpenLink({ ticket, link, onAgain }: { ticket: MyTicket; link: HandedPass; onAgain: () => void }) {
  const { busy, failure, run } = useAction(() => takeBack(ticket.id, link.id), { done: () => t('give.tookBack') })
  return (
    <>
      <p className="text-2" role="status">
        {t('give.open', { name: link.name })}
      </p>
      <div className="flex flex-wrap gap-3">
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
