import { useState } from 'react'
import { formatDayTime } from '#platform/time/ist.ts'
import { dayKey } from '#platform/time/ist.ts'
import { payoutFile, payoutFormats } from '#shop/refunds/payout.ts'
import { cancelPayout, type Payout } from '#shop/refunds/payouts.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { exactRupees } from '#ui/format.ts'
import { AskDialog } from '../../kit/form/form-dialog.tsx'
import { refundFailureText } from '../refund-words.ts'
import { savePayoutFile } from './make-payout.tsx'
import { MarkPayout } from './mark-payout.tsx'
import { sumWords } from './payout-words.ts'

/** The files that the bank has or is to get; nothing without one. */
export function OpenPayouts({ payouts, onDone }: { payouts: readonly Payout[]; onDone: () => Promise<unknown> }) {
  const [marking, setMarking] = useState<Payout | null>(null)
  const [cancelling, setCancelling] = useState<Payout | null>(null)
  if (payouts.length === 0) return null
  return (
    <section aria-label="Bank files" className="mt-4 grid gap-3">
      {payouts.map((payout) => (
        <PayoutCard
          key={payout.id}
          payout={payout}
          onMark={() => setMarking(payout)}
          onCancel={() => setCancelling(payout)}
        />
      ))}
      {marking ? <MarkPayout payout={marking} onClose={() => setMarking(null)} onDone={onDone} /> : null}
      {cancelling ? (
        <AskDialog
          question="Cancel this bank file?"
          confirmLabel="Cancel the file"
          cancelLabel="Keep it"
          act={() => cancelPayout(cancelling.id)}
          saving="Cancelling..."
          done="File cancelled"
          failed="Error cancelling the file"
          words={refundFailureText}
          onAnswered={onDone}
          onClose={() => setCancelling(null)}
        >
          <p>
            {sumWords(unsentOf(cancelling))}: owed as before. If your bank has the file, stop it there first, or the
            money goes twice.
          </p>
        </AskDialog>
      ) : null}
    </section>
  )
}

const unsentOf = ({ lines }: Payout) => lines.filter(({ sentAt }) => sentAt === null)

function PayoutCard({ payout, onMark, onCancel }: { payout: Payout; onMark: () => void; onCancel: () => void }) {
  const unsent = unsentOf(payout)
  const sent = payout.lines.length - unsent.length
  const name = `${sumWords(payout.lines)}, ${formatDayTime(payout.madeAt)}`
  // Accounts are only in the file.
  const isWhole = unsent.every(({ way }) => way === 'upi')
  const saveAgain = (): void =>
    savePayoutFile(
      payoutFile(
        payout.format,
        unsent.map(({ userName, orderCode, amount, paidTo }) => ({
          ...{ name: userName ?? '', orderCode, amount, upiId: paidTo ?? '', account: '', ifsc: '' },
        })),
        dayKey(Date.now()),
      ),
    )
  return (
    <div role="group" aria-label={`Bank file: ${name}`} className="border-y border-rule py-3">
      <p className="font-strong">Bank file: {sumWords(payout.lines)}</p>
      <p className="text-1 text-muted">
        {payoutFormats[payout.format].label}, {formatDayTime(payout.madeAt)}
        {payout.madeByName ? ` by ${payout.madeByName}` : ''}
        {sent > 0 ? `. ${sent} of ${payout.lines.length} sent` : ''}
      </p>
      <details className="mt-1 text-2">
        <summary className="min-h-6 cursor-pointer">Payments</summary>
        <ul>
          {payout.lines.map(({ line, userName, orderCode, amount, paidTo, sentAt }) => (
            <li key={line} className="wrap-anywhere">
              {userName ?? orderCode}, {exactRupees(amount)}
              {sentAt === null ? `, to ${paidTo}` : ', sent'}
            </li>
          ))}
        </ul>
      </details>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button small onClick={onMark}>
          Mark as sent
        </Button>
        {isWhole ? (
          <Button kind="line" small onClick={saveAgain}>
            Download again
          </Button>
        ) : null}
        <Button kind="line" small onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
