import { useEffect, useRef, type RefObject } from 'react'
import { MAX_NOTE_CHARACTERS } from '#shop/payments/review.api.ts'
import { isDecided, isOver } from '#shop/payments/payment.ts'
import { isFreeOrder, isMadeByCredit, type ReviewPayment } from '#shop/payments/review-rows.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { Chip } from '#ui/controls/chip.tsx'
import { TextArea } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { decisionFailureText } from '../decision/decide.ts'
import { RecordHistory } from '../../history/history-list.tsx'
import { Decision } from '../decision/decision.tsx'
import { usualReasons } from '../decision/rejections.ts'
import { openCredits, type PaymentCredits } from './credit-check.tsx'
import { PaymentLines } from './payment-lines.tsx'
import { payerOf } from '../../kit/words/payer.ts'
import { Checks } from './payment-checks.tsx'
import { ScreenshotView } from './screenshot-view.tsx'
import { warningText, type approvalBlock } from './warning-words.ts'

export function PaymentReview({
  payment,
  block,
  failure,
  credits,
  onGiven,
  note,
  onNote,
  noteField,
  rejecting,
  onReassign,
}: {
  payment: ReviewPayment
  block: ReturnType<typeof approvalBlock>
  failure: Failure | null
  credits: PaymentCredits
  onGiven: () => Promise<unknown>
  note: string
  onNote: (note: string) => void
  noteField: RefObject<HTMLTextAreaElement | null>
  rejecting: boolean
  onReassign: () => void
}) {
  const warnings = isOver(payment.status) ? [] : payment.warnings.map((warning) => warningText(warning, payment.lines))
  const hasCredit = openCredits(credits).length > 0
  const reasons = usualReasons.filter(({ withoutCredit }) => !(withoutCredit && hasCredit))
  return (
    <div ref={scrollToTop}>
      {failure ? <Refusal failure={failure} onReassign={onReassign} /> : null}
      {/* On a phone, warnings come before the picture so that they are seen before Approve. */}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desk:grid-cols-[232px_minmax(0,1fr)] desk:grid-rows-[auto_1fr] desk:gap-x-7 desk:gap-y-0">
        <div className="min-w-0 desk:col-start-2">
          {payment.isTest ? (
            <Note kind="info" className="mb-3">
              <b className="font-strong">TEST.</b> No money moves and no sum has it. Its seats are free an hour after
              the decision, or when you end it.
            </Note>
          ) : null}
          {warnings.map((warning) => (
            <Note key={warning.head} kind={warning.kind} className="mb-3">
              <b className="font-strong">{warning.head}.</b> {warning.body}
            </Note>
          ))}
          {block === 'own_payment' && !isDecided(payment.status) ? (
            <Note kind="bad" className="mb-3">
              <b className="font-strong">Your own payment.</b> Another admin has to approve it.
            </Note>
          ) : null}
          <Checks payment={payment} credits={credits} onGiven={onGiven} />
        </div>
        <div className="desk:col-start-1 desk:row-span-2 desk:row-start-1">
          <ScreenshotView path={payment.screenshotPath} name={payerOf(payment)} missing={withoutScreenshot(payment)} />
        </div>
        <div className="min-w-0 desk:col-start-2">
          <PaymentLines payment={payment} />
          {!isDecided(payment.status) && rejecting ? (
            <Note kind="bad" className="mt-5" role="status">
              <p className="font-strong">Rejecting. You can undo it for ten seconds.</p>
              <p className="break-words whitespace-pre-line">
                {note.trim() === '' ? 'Without a note.' : `“${note.trim()}”`}
              </p>
            </Note>
          ) : !isDecided(payment.status) ? (
            <div className="mt-5">
              <TextArea
                ref={noteField}
                label="Note to the customer"
                hint="They read it with the decision. Optional."
                rows={2}
                maxLength={MAX_NOTE_CHARACTERS}
                value={note}
                onChange={(event) => onNote(event.target.value)}
              />
              <div role="group" aria-label="Usual reasons to reject" className="mt-2 flex flex-wrap gap-2">
                {reasons.map((reason) => (
                  <Chip
                    key={reason.label}
                    on={note === reason.note}
                    onClick={() => onNote(note === reason.note ? '' : reason.note)}
                  >
                    {reason.label}
                  </Chip>
                ))}
              </div>
            </div>
          ) : (
            <Decision payment={payment} />
          )}
          <RecordHistory
            key={payment.status}
            of={[
              { noun: 'payments', ids: [payment.id] },
              { noun: 'payment_lines', ids: payment.lines.map((line) => line.id) },
              { noun: 'user_tickets', ids: payment.lines.flatMap((line) => (line.ticket ? [line.ticket.id] : [])) },
            ]}
          />
        </div>
      </div>
    </div>
  )
}

function withoutScreenshot(payment: ReviewPayment): string {
  if (isFreeOrder(payment)) return 'A free order has no screenshot.'
  return isMadeByCredit(payment)
    ? 'No screenshot: the bank’s credit made this payment.'
    : 'No screenshot is stored for this payment.'
}

/** The dialog stays mounted while its payment changes. */
function scrollToTop(review: HTMLDivElement | null): void {
  if (review?.parentElement) review.parentElement.scrollTop = 0
}

function Refusal({ failure, onReassign }: { failure: Failure; onReassign: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
    // oxlint-disable-next-line exhaustive-effect-dependencies -- scrolls again for another failure
  }, [failure])
  return (
    <Note ref={box} kind="bad" className="mb-6" role="alert">
      <p className="font-strong">{decisionFailureText(failure)}</p>
      {failure.code === 'seats_lost' ? (
        <Button kind="line" small className="mt-2" onClick={onReassign}>
          Choose other seats
        </Button>
      ) : null}
    </Note>
  )
}
