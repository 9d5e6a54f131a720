import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import type { Paise } from '#shop/prices/money.ts'
import { isPaid } from '#shop/payments/payment.ts'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { exactRupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { StartRefund } from '../../refunds/start-refund.tsx'
import { EndTest, refundOf } from '../decision/decision.tsx'
import { undoRejection, type Rejection } from '../decision/rejections.ts'
import { ShortcutKey } from '../shortcuts.tsx'
import type { approvalBlock } from './warning-words.ts'

export function DecisionButtons({
  amount,
  block,
  busy,
  shortcutsOn,
  onReject,
  onReassign,
  onApprove,
}: {
  amount: Paise
  block: ReturnType<typeof approvalBlock>
  busy: boolean
  shortcutsOn: boolean
  onReject: () => void
  onReassign: () => void
  onApprove: () => Promise<void>
}) {
  return (
    <>
      <Button kind="no" disabled={busy} onClick={onReject}>
        Reject <ShortcutKey on={shortcutsOn}>R</ShortcutKey>
      </Button>
      {block === 'seats_lost' ? (
        <Button kind="lit" className="max-desk:flex-1" onClick={onReassign}>
          Choose other seats
        </Button>
      ) : null}
      <Button
        kind={block ? 'line' : 'lit'}
        className={classes('max-desk:flex-1 desk:min-w-[200px]', block === 'seats_lost' && 'max-desk:hidden')}
        busy={busy}
        busyLabel="Approving..."
        disabled={block !== null}
        onClick={onApprove}
      >
        Approve {exactRupees(amount)} <ShortcutKey on={shortcutsOn && !block}>A</ShortcutKey>
      </Button>
    </>
  )
}

export function DecidedButtons({
  payment,
  rejection,
  shortcutsOn,
  onNext,
  onClose,
  onRefunded,
  onEnded,
}: {
  payment: ReviewPayment
  rejection: Rejection | null
  shortcutsOn: boolean
  onNext: (() => void) | null
  onClose: () => void
  onRefunded: () => Promise<unknown>
  onEnded: () => Promise<unknown>
}) {
  return (
    <>
      {rejection ? (
        <Button kind="line" disabled={rejection.step === 'sending'} onClick={() => undoRejection(payment.id)}>
          Undo reject
        </Button>
      ) : null}
      <Button kind={onNext ? 'lit' : 'line'} onClick={onNext ?? onClose}>
        {onNext ? (
          <>
            Next payment <ShortcutKey on={shortcutsOn}>J</ShortcutKey>
          </>
        ) : (
          'Close'
        )}
      </Button>
      {(isPaid(payment.status) || payment.sellerId !== null) && !payment.isTest && payment.amount > 0 ? (
        <ButtonLink kind="line" to={paths.adminPapers(payment.id)}>
          Invoice
        </ButtonLink>
      ) : null}
      {payment.isTest ? (
        <EndTest payment={payment} onDone={onEnded} />
      ) : rejection || payment.amount === 0 ? null : (
        <StartRefund of={refundOf(payment)} onDone={onRefunded} />
      )}
    </>
  )
}
