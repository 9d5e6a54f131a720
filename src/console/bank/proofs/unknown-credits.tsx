import { readProofState, type UnknownCredit } from '#shop/bank/proofs.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import { Note } from '#ui/display/note.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { useLoaded } from '../../kit/use-loaded.ts'
import { PaymentLink } from '../credits/payment-link.tsx'

/** Warns of payments that a credit approved which the bank's statement does not have; shows nothing without any. */
export function UnknownCredits() {
  const { value } = useLoaded('proofs', readProofState)
  return <UnknownNote unknown={value?.unknown ?? []} />
}

export function UnknownNote({ unknown }: { unknown: readonly UnknownCredit[] }) {
  if (unknown.length === 0) return null
  return (
    <Note kind="bad" className="mt-4" role="alert">
      <p>
        <b className="font-strong">
          {unknown.length === 1
            ? 'The statement does not know a credit that approved a payment.'
            : `The statement does not know ${count(unknown.length)} credits that approved payments.`}
        </b>{' '}
        Look for each in your bank’s app. If the money is not there, revoke the tickets and switch approval by proof
        off.
      </p>
      <ul aria-label="Payments that the statement does not know">
        {unknown.map((one) => (
          <li key={one.paymentId} className="tabular-nums">
            <PaymentLink id={one.paymentId} orderCode={one.orderCode} />, {exactRupees(one.amount)},{' '}
            {formatDay(one.bookedOn)}
          </li>
        ))}
      </ul>
    </Note>
  )
}
