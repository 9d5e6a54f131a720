import { readBankStates, type BankState } from '#shop/bank/credits.api.ts'
import type { ReviewPayment } from '#shop/payments/review-rows.ts'
import { isOver } from '#shop/payments/payment.ts'
import { exactRupees } from '#ui/format.ts'
import { StateMark } from '#ui/display/state-mark.tsx'
import { GiveCredit, LikelyCredit } from '../bank/credits/give-likely.tsx'
import { useLoaded, type Loaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'

/** By payment; undefined while they load. */
export type BankStates = ReadonlyMap<string, BankState> | undefined

/** Reads what the bank's statements say of these payments, whenever the rows are read (`at`, ms). */
export function useBankStates(
  rows: readonly ReviewPayment[],
  at: number | null,
): Loaded<ReadonlyMap<string, BankState>> {
  const ids = rows.filter(({ status }) => !isOver(status)).map(({ id }) => id)
  return useLoaded(ids.length === 0 ? '' : `${at} ${ids.join(' ')}`, () => readBankStates(ids))
}

export function BankStatesFailure({ states: { failure, reload } }: { states: Loaded<unknown> }) {
  if (!failure) return null
  return (
    <p role="status" className="text-2 text-warn">
      The marks of the bank are missing here. {whyFailed(failure)}{' '}
      <button type="button" className="link min-h-6" onClick={() => void reload()}>
        Try again
      </button>
    </p>
  )
}

const marks = {
  exact: { kind: 'ok', text: 'Bank: exact' },
  amount_differs: { kind: 'warn', text: 'Bank: amount differs' },
  two_claims: { kind: 'bad', text: 'Bank: several payments' },
  not_found: { kind: 'off', text: 'Bank: not found' },
  not_covered: { kind: 'off', text: 'Bank: no statement yet' },
} as const

/** Marks what the bank says of a payment, in the words of the bank statement's page; gives it its likely credit. */
export function BankMark({
  state,
  orderCode,
  onGiven,
}: {
  state: BankState
  orderCode: string
  onGiven: () => Promise<unknown>
}) {
  if (state.kind === 'likely')
    return (
      <span className="mt-1 block text-1">
        <LikelyCredit near={state.near} />{' '}
        {state.near.length === 1 ? (
          <GiveCredit credit={state.near[0]!} orderCode={orderCode} onChanged={onGiven} />
        ) : null}
      </span>
    )
  const { kind, text } = marks[state.kind]
  return (
    <span className="mt-1 block text-1">
      <StateMark kind={kind}>
        {text}
        {state.kind === 'amount_differs' && state.credit !== null ? `, ${exactRupees(state.credit)}` : null}
      </StateMark>
    </span>
  )
}
