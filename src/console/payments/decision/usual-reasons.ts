export const usualReasons: readonly {
  label: string
  note: string
  /** Not said where a credit may be the payment's. */
  withoutCredit?: true
}[] = [
  {
    withoutCredit: true,
    label: 'No credit found',
    note: 'We found no credit with this UPI reference in our account. Please check the UTR in your UPI app and send it again.',
  },
  {
    label: 'Amount short',
    note: 'The amount that arrived is less than the order’s total. Please contact support so that we can return it or you can pay the rest.',
  },
  {
    label: 'Not this payment',
    note: 'Screenshot and reference belong to different payments. Please send the reference of the payment for this order.',
  },
]
