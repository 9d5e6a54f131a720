import { giveCredit, setCreditAside, shareCredit, type CreditPart } from '#shop/bank/credits.api.ts'
import type { Credit } from '#shop/bank/credit.ts'
import type { Result } from '#platform/failure/failure.ts'
import { exactRupees } from '#ui/format.ts'
import { toast } from '#ui/toast.tsx'
import { counted } from '../../kit/words/counted.ts'
import { creditFailureText } from './credit-words.ts'

type Changed = () => Promise<unknown>

/** One toast a credit: an Undo never stays behind what it undoes. */
const toastOf = ({ id }: Pick<Credit, 'id'>): string => `credit ${id}`

/** Gives a credit to an order, or takes it back (null); the toast undoes a gift. */
export async function give(
  credit: Pick<Credit, 'id' | 'amount'>,
  orderCode: string | null,
  onChanged: Changed,
): Promise<Result<unknown>> {
  const result = await giveCredit(credit.id, orderCode)
  if (!result.ok) return result
  if (orderCode === null) toast.success('Taken back', { id: toastOf(credit) })
  else
    toast.success(
      result.value.paymentId === null
        ? `Given to ${orderCode}. It becomes a payment when its credits reach its price.`
        : `${exactRupees(credit.amount)} given to ${orderCode}`,
      { id: toastOf(credit), action: undo(() => give(credit, null, onChanged)) },
    )
  await onChanged()
  return result
}

/** Shares a credit among orders; the toast makes it whole again. */
export async function share(
  credit: Pick<Credit, 'id' | 'amount'>,
  parts: readonly CreditPart[],
  onChanged: Changed,
): Promise<Result<unknown>> {
  const result = await shareCredit(credit.id, parts)
  if (!result.ok) return result
  const { left } = result.value
  toast.success(
    `${exactRupees(credit.amount)} shared among ${counted(parts.length, 'order')}${left === 0 ? '' : `, ${exactRupees(left)} stays open`}`,
    { id: toastOf(credit), action: undo(() => setAside(credit, null, onChanged)) },
  )
  await onChanged()
  return result
}

/** Sets a credit aside, or takes that back (null); the toast undoes what was set aside. */
export async function setAside(
  credit: Pick<Credit, 'id' | 'amount'>,
  reason: string | null,
  onChanged: Changed,
): Promise<Result<unknown>> {
  const result = await setCreditAside(credit.id, reason)
  if (!result.ok) return result
  if (reason === null) toast.success('Taken back', { id: toastOf(credit) })
  else
    toast.success(`${exactRupees(credit.amount)} set aside`, {
      id: toastOf(credit),
      action: undo(() => setAside(credit, null, onChanged)),
    })
  await onChanged()
  return result
}

const undo = (work: () => Promise<Result<unknown>>) => ({
  label: 'Undo',
  onClick: () =>
    void work().then((result) => {
      if (!result.ok) toast.error(creditFailureText(result.failure))
    }),
})
