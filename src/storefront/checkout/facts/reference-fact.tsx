import { groupReference, isUtr } from '#shop/payments/utr.ts'
import { Fact } from '#ui/display/fact.tsx'
import { t } from '#ui/messages/messages.ts'

/** Calls the reference a UTR only if it is one; `none` replaces an empty one. */
export function ReferenceFact({ reference, none = '' }: { reference: string; none?: string }) {
  return (
    <Fact name={t(isUtr(reference) ? 'checkout.fact.reference' : 'checkout.fact.reference.other')}>
      {reference === '' ? none : groupReference(reference)}
    </Fact>
  )
}
