import { useId, useState } from 'react'
import { wordSaveFailure } from '#account/save-words.ts'
import type { Failure } from '#domain/failure.ts'
import { formatDay, formatTime } from '#domain/ist.ts'
import { isRefundUpiId, refundOffer } from '#domain/profile.ts'
import { spokenSeats } from '#domain/seat-names.ts'
import { saveProfile, watchMyProfile } from '#offline/profile.ts'
import { requestRefund, watchMyRefunds, type Refund } from '#offline/refunds.ts'
import type { MyTicket } from '#offline/wallet.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextField } from '#ui/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/profile.ts'
import { Note } from '#ui/note.tsx'
import { StateMark } from '#ui/state-mark.tsx'
import { toast } from '#ui/toast.tsx'
import { useWatched } from '#ui/use-watched.ts'
import { useShopNow } from '../use-shop-now.ts'

/** How often it is looked at again whether there is still time to ask, in ms. */
const LOOK_AGAIN_MS = 60_000

/** The money of a cancelled or moved concert: asking for it, and what became of that. Nothing for other tickets. */
export function TicketRefund({ ticket, className = '' }: { ticket: MyTicket; className?: string }) {
  const refunds = useWatched(watchMyRefunds, [ticket.userId]).value
  const now = useShopNow(LOOK_AGAIN_MS)
  const [open, setOpen] = useState(false)
  if (!refunds) return null
  const refund = refunds.get(ticket.id)
  const offer = refundOffer(ticket, now)
  if (!refund && !offer) return null
  const dialog = open && <RefundDialog ticket={ticket} asked={refund !== undefined} onClose={() => setOpen(false)} />
  return (
    <div className={`no-print relative z-1 grid justify-items-start gap-1.5 text-2 ${className}`}>
      {refund ? (
        <RefundState refund={refund} onChange={() => setOpen(true)} />
      ) : (
        <>
          <p className="text-muted">
            {offer?.until
              ? t('refund.until', { day: formatDay(offer.until), time: formatTime(offer.until) })
              : t('refund.open')}
          </p>
          <Button
            small
            kind="line"
            aria-label={`${t('refund.ask')}, ${ticket.eventName}`}
            onClick={() => setOpen(true)}
          >
            {t('refund.ask')}
          </Button>
        </>
      )}
      {dialog}
    </div>
  )
}

function RefundState({ refund, onChange }: { refund: Refund; onChange: () => void }) {
  const amount = exactRupees(refund.amount)
  if (refund.status === 'refunded') {
    return (
      <>
        <StateMark kind="ok">{t('refund.refunded')}</StateMark>
        <p className="text-muted">
          {t('refund.refunded.text', {
            amount,
            day: formatDay(refund.refundedAt ?? refund.requestedAt),
            utr: refund.utr ?? '',
          })}
        </p>
      </>
    )
  }
  return (
    <>
      <StateMark kind="warn">{t('refund.requested')}</StateMark>
      <p className="wrap-anywhere text-muted">
        {t('refund.requested.text', { amount, upi: refund.upiId ?? '', day: formatDay(refund.requestedAt) })}{' '}
        {t('refund.time')}
      </p>
      <Button small kind="bare" onClick={onChange}>
        {t('refund.change')}
      </Button>
    </>
  )
}

/** Asks where the money is to go, keeps that in the profile, and sends the request. */
function RefundDialog({ ticket, asked, onClose }: { ticket: MyTicket; asked: boolean; onClose: () => void }) {
  const kept = useWatched(watchMyProfile, [ticket.userId]).value?.refundUpiId ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | undefined>()
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const fieldId = useId()
  const formId = useId()
  const upiId = (typed ?? kept).trim()

  const send = async (): Promise<void> => {
    setFailure(null)
    if (!isRefundUpiId(upiId)) {
      setProblem(t(upiId === '' ? 'settings.refund.missing' : 'settings.refund.bad'))
      document.getElementById(fieldId)?.focus()
      return
    }
    setProblem(undefined)
    setBusy(true)
    const saved = upiId === kept ? null : await saveProfile({ refundUpiId: upiId })
    const answer = saved && !saved.ok ? saved : await requestRefund(ticket.id)
    setBusy(false)
    if (!answer.ok) {
      setFailure(wordRefundFailure(answer.failure))
      return
    }
    toast.success(t('refund.done'))
    onClose()
  }

  return (
    <Dialog
      open
      size="narrow"
      title={t(asked ? 'refund.change' : 'refund.question')}
      subtitle={`${ticket.eventName} · ${t('wallet.seats', spokenSeats(ticket))}`}
      onClose={busy ? () => undefined : onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button kind="line" disabled={busy} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button kind="lit" type="submit" form={formId} busy={busy} busyLabel={t('refund.sending')}>
            {t(asked ? 'settings.refund.submit' : 'refund.send')}
          </Button>
        </div>
      }
    >
      <form
        id={formId}
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void send()
        }}
      >
        <p>{t('refund.amount', { amount: exactRupees(ticket.totalAmount) })}</p>
        {ticket.eventStatus !== 'cancelled' && <p className="text-2 text-muted">{t('refund.moved')}</p>}
        <TextField
          id={fieldId}
          label={t('settings.refund.field')}
          hint={t('settings.refund.hint')}
          value={typed ?? kept}
          error={problem}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          inputMode="email"
          maxLength={120}
          onChange={(event) => setTyped(event.target.value)}
        />
        <p className="text-2 text-muted">{t('refund.time')}</p>
        {failure !== null && (
          <Note kind="bad" role="alert">
            {failure}
          </Note>
        )}
      </form>
    </Dialog>
  )
}

function wordRefundFailure(failure: Failure): string {
  if (failure.code === 'not_refundable' && failure.detail === 'late') return t('refund.late')
  if (failure.code === 'not_refundable' || failure.code === 'not_found') return t('refund.refused')
  if (failure.code === 'no_upi_id') return t('settings.refund.missing')
  return wordSaveFailure(failure, t('refund.failed'))
}
