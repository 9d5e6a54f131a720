import type { NearCredit } from '#shop/bank/credit.ts'
import { Button } from '#ui/controls/button.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { give } from './credit-actions.ts'
import { creditFailureText, likelyText, type Likely } from './credit-words.ts'

/** Says which open credits a payment is likely to mean; a single one can be given to it here, several in its dialog. */
export function LikelyCredit({ near }: { near: readonly Likely[] }) {
  return (
    <StateMark kind="info" className="whitespace-normal!">
      {likelyText(near)}
    </StateMark>
  )
}

/** Gives a likely credit to an undecided payment's order. */
export function GiveCredit({
  credit,
  orderCode,
  onChanged,
}: {
  credit: Pick<NearCredit, 'id' | 'amount'>
  orderCode: string
  onChanged: () => Promise<unknown>
}) {
  const { busy, failure, run } = useAction(() => give(credit, orderCode, onChanged), {
    failed: 'Error saving the change',
  })
  return (
    <>
      <Button
        kind="line"
        small
        busy={busy}
        busyLabel="Giving..."
        aria-label={`Give ${exactRupees(credit.amount)} to ${orderCode}`}
        onClick={() => void run()}
      >
        Give
      </Button>
      {failure ? (
        <span role="alert" className="block text-1 text-bad">
          {creditFailureText(failure)}
        </span>
      ) : null}
    </>
  )
}
