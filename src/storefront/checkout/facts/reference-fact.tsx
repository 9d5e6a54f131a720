import { groupReference, isUtr } from '#shop/payments/utr.ts'
import { Fact } from '#ui/display/fact.tsx'
import { t } from '#ui/messages/messages.ts'

/** The reference of a payment, called a UTR only where it is one; `none` is said while there is none. */
export function ReferenceFact({ reference, none = '' }: { reference: string; none?: string }) {
  return (
    <Fact name={t(isUtr(reference) ? 'checkout.fact.reference' : 'checkout.fact.reference.other')}>
      {reference === '' ? none : groupReference(reference)}
    </Fact>
  )
}
