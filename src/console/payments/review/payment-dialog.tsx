import { useEffect, useRef, useState } from 'react'
import { isUuid } from '#platform/text/uuid.ts'
import { readPayment } from '#shop/payments/review.api.ts'
import { isDecided, type PaymentStatus } from '#shop/payments/payment.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { formatDayTime, formatTime, isSameIstDay } from '#platform/time/ist.ts'
import { announce } from '#ui/announce.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { ListFailure, ListSkeleton } from '../../kit/list/list-parts.tsx'
import { useLoaded } from '../../kit/use-loaded.ts'
import { AskReject } from '../decision/ask-reject.tsx'
import { DecidedButtons, DecisionButtons } from './dialog-buttons.tsx'
import { NeighbourButtons } from './neighbour-buttons.tsx'
import { payerOf } from '../../kit/words/payer.ts'
import { usePaymentCredits } from './credit-check.tsx'
import { PaymentReview } from './payment-review.tsx'
import { ReassignSeats } from '../decision/reassign-seats.tsx'
import { forgetRejection, rejectLater, useRejection } from '../decision/rejections.ts'
import { useShortcuts } from '../shortcuts.tsx'
import { approvalBlock } from './warning-words.ts'
import { useDecidedElsewhere } from '../presence.ts'
import { useAskingClose } from '../../kit/unsaved-work.ts'

export interface PaymentDialogProps {
  /** From the address: may be invalid. */
  paymentId: string
  listed: ReviewPayment | undefined
  /** When the list was read last; a change reloads the payment. */
  freshAt: number | null
  watched: string | null
  /** In the database; null when unknown. */
  statusNow: PaymentStatus | null
  me: string | null
  now: number
  position: number | null
  total: string
  onNext: (() => void) | null
  onPrevious: (() => void) | null
  approving: string | null
  approve: (id: string, note: string) => Promise<Result<null> | 'busy'>
  startWithNote: boolean
  shortcutsOn: boolean
  onChanged: () => Promise<unknown>
  onClose: () => void
}

const nothingEntered = { note: '', failure: null as Failure | null, reassigning: false, rejecting: false }
type Entered = typeof nothingEntered & { of: string }

/** Stays open after a decision, so that a second press cannot reach another payment. */
export function PaymentDialog(props: PaymentDialogProps) {
  const { paymentId, listed, freshAt, me, now, approving, approve, shortcutsOn, onNext, onPrevious, onChanged } = props
  const valid = isUuid(paymentId)
  const loaded = useLoaded(valid ? paymentId : '', () => readPayment(paymentId))
  const payment = loaded.current && loaded.value?.id === paymentId ? loaded.value : listed
  const credits = usePaymentCredits(payment)
  // Belongs to one payment: never shows the note or refusal of the one before.
  const [entered, setEntered] = useState<Entered>({ of: paymentId, ...nothingEntered })
  const rejection = useRejection(paymentId)
  // Keeps the note of a rejection that was undone or refused.
  const before = { ...nothingEntered, note: rejection?.note ?? '', failure: rejection?.failure ?? null }
  const { note, failure, reassigning, rejecting } = entered.of === paymentId ? entered : before
  const enter = (change: Partial<typeof nothingEntered>) =>
    setEntered((now) => ({ ...(now.of === paymentId ? now : before), of: paymentId, ...change }))
  const noteField = useRef<HTMLTextAreaElement>(null)

  useEffect(() => {
    if (!valid) toast.error('Invalid payment ID', { id: 'payment-id' })
  }, [valid])

  const { reload } = loaded
  const readAt = useRef(freshAt)
  useEffect(() => {
    if (readAt.current === freshAt) return
    readAt.current = freshAt
    if (valid) void reload()
  }, [freshAt, valid, reload])

  useDecidedElsewhere(props.statusNow, payment?.status ?? null, () => Promise.all([reload(), onChanged()]))

  const ready = payment !== undefined
  const { startWithNote } = props
  useEffect(() => {
    if (ready && startWithNote) noteField.current?.focus()
  }, [ready, startWithNote])

  const block = payment ? approvalBlock(payment, me) : null
  const waits = rejection !== null && rejection.step !== 'kept'
  const pending = payment !== undefined && !isDecided(payment.status) && !waits
  const busy = approving === paymentId

  const close = useAskingClose(pending && note.trim() !== '', props.onClose)

  const changed = () => Promise.all([reload(), credits.reload(), onChanged()])
  const settle = async () => {
    if (!payment || !pending || block) return
    const result = await approve(payment.id, note)
    if (result === 'busy') return
    if (result.ok) forgetRejection(payment.id)
    enter({ failure: result.ok ? null : result.failure })
    await changed()
  }
  const reject = () => {
    if (!payment || !pending) return
    rejectLater(payment.id, payerOf(payment), note)
    // From now on the rejection holds note and refusal.
    setEntered({ of: '', ...nothingEntered })
  }

  useShortcuts(
    {
      j: () => onNext?.(),
      k: () => onPrevious?.(),
      a: () => void settle(),
      r: () => {
        if (!pending) return
        if (note.trim() !== '') return enter({ rejecting: true })
        noteField.current?.focus()
        announce('Write what the customer reads, then choose Reject.')
      },
    },
    shortcutsOn && !reassigning && !rejecting,
  )

  if (!valid)
    return (
      <Dialog open onClose={props.onClose} title="Payment" size="narrow">
        <p>Invalid payment ID</p>
      </Dialog>
    )

  const title = payment ? payerOf(payment) : 'Payment'
  const submitted = payment
    ? isSameIstDay(payment.createdAt, now)
      ? formatTime(payment.createdAt)
      : formatDayTime(payment.createdAt)
    : ''
  const subtitle = payment ? [payment.email, `submitted ${submitted}`].filter(Boolean).join(' · ') : undefined

  if (payment && reassigning)
    return (
      <Dialog
        open
        onClose={() => enter({ reassigning: false })}
        title="Choose other seats"
        subtitle={`${title} · ${payment.orderCode}`}
        size="seats"
      >
        <ReassignSeats
          payment={payment}
          onCancel={() => enter({ reassigning: false })}
          onDone={async () => {
            enter({ reassigning: false, failure: null })
            await changed()
          }}
        />
      </Dialog>
    )

  if (payment && rejecting && pending)
    return (
      <AskReject
        payment={payment}
        note={note}
        credits={credits}
        onReject={reject}
        onCancel={() => enter({ rejecting: false })}
      />
    )

  return (
    <Dialog
      open
      onClose={close}
      title={title}
      subtitle={subtitle}
      size="wide"
      footer={
        payment ? (
          <div className="flex flex-wrap items-center gap-3">
            {pending ? (
              <DecisionButtons
                amount={payment.amount}
                block={block}
                busy={busy}
                shortcutsOn={shortcutsOn}
                onReject={() => enter({ rejecting: true })}
                onReassign={() => enter({ reassigning: true })}
                onApprove={settle}
              />
            ) : (
              <DecidedButtons
                onEnded={() => changed()}
                payment={payment}
                rejection={waits ? rejection : null}
                shortcutsOn={shortcutsOn}
                onNext={onNext}
                onClose={props.onClose}
                onRefunded={() => changed()}
              />
            )}
            <NeighbourButtons {...props} className="ml-auto max-desk:hidden" />
          </div>
        ) : undefined
      }
    >
      <NeighbourButtons {...props} className="-mt-2 mb-2 desk:hidden" />
      <div role="status">
        {props.watched ? (
          <Note kind="info" className="mb-3">
            {props.watched}
          </Note>
        ) : null}
      </div>
      {loaded.failure && !payment ? (
        <ListFailure
          message={
            loaded.failure.code === 'not_found'
              ? 'There is no such payment.'
              : 'Error loading payments. Please try again.'
          }
          failure={loaded.failure}
          onRetry={reload}
        />
      ) : payment ? (
        <PaymentReview
          key={payment.id}
          payment={payment}
          block={block}
          failure={failure}
          credits={credits}
          onGiven={changed}
          note={note}
          onNote={(text) => enter({ note: text })}
          noteField={noteField}
          rejecting={waits}
          onReassign={() => enter({ reassigning: true })}
        />
      ) : (
        <ListSkeleton />
      )}
    </Dialog>
  )
}
