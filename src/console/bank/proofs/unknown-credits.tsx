import { readProofState, type ProofState, type UnknownCredit } from '#shop/bank/proofs.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import { Note } from '#ui/display/note.tsx'
import { exactRupees } from '#ui/format.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { PaymentLink } from '../credits/bank-head.tsx'
import { counted } from '../../kit/words/counted.ts'

/** Warns of approved payments whose credit the statement does not have, or the bank took back; nothing without any. */
export function UnknownCredits() {
  const { value } = useLoaded('proofs', readProofState)
  return <UnknownNotes state={value} />
}

export function UnknownNotes({ state }: { state: Pick<ProofState, 'unknown' | 'takenBack'> | null | undefined }) {
  if (!state) return null
  const { unknown, takenBack } = state
  return (
    <>
      <Listed
        head={
          unknown.length === 1
            ? 'The statement does not know a credit that approved a payment.'
            : `The statement does not know ${counted(unknown.length, 'credit')} that approved payments.`
        }
        text="Look for each in your bank’s app. If the money is not there, revoke the tickets and switch approval by proof off."
        label="Payments that the statement does not know"
        credits={unknown}
      />
      <Listed
        head={
          takenBack.length === 1
            ? 'The bank took back the money of an approved payment.'
            : `The bank took back the money of ${counted(takenBack.length, 'approved payment')}.`
        }
        text="Its tickets are valid until you revoke them. Ask for the money again, or revoke them."
        label="Payments whose money the bank took back"
        credits={takenBack}
      />
    </>
  )
}

function Listed(props: { head: string; text: string; label: string; credits: readonly UnknownCredit[] }) {
  if (props.credits.length === 0) return null
  return (
    <Note kind="bad" className="mt-4" role="alert">
      <p>
        <b className="font-strong">{props.head}</b> {props.text}
      </p>
      <ul aria-label={props.label}>
        {props.credits.map((one) => (
          <li key={one.paymentId} className="tabular-nums">
            <PaymentLink id={one.paymentId} orderCode={one.orderCode} />, {exactRupees(one.amount)},{' '}
            {formatDay(one.bookedOn)}
          </li>
        ))}
      </ul>
    </Note>
  )
}
