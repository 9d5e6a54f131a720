import type { Credit, LikelyOrder } from '#shop/bank/credit.ts'
import type { Result } from '#platform/failure/failure.ts'
import { groupReference } from '#shop/payments/utr.ts'
import { Button } from '#ui/controls/button.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { exactRupees } from '#ui/format.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { WhyHere } from '../../books/why-here.tsx'
import { FailureNote } from '../../kit/form/form-frame.tsx'
import { RowActions, type RowAction } from '../../kit/list/row-actions.tsx'
import { PaymentLink } from './bank-head.tsx'
import { give, setAside, share } from './credit-actions.ts'
import {
  creditFailureText,
  creditTime,
  givenWords,
  keyWords,
  paidTogether,
  sharedWords,
  sourcesText,
  stateWords,
} from './credit-words.ts'

/** What needs a dialog. */
export type CreditStep = 'give' | 'aside' | 'return'

export function CreditRow({
  credit,
  onAsk,
  onChanged,
}: {
  credit: Credit
  onAsk: (step: CreditStep) => void
  onChanged: () => Promise<unknown>
}) {
  const { busy, failure, run } = useAction((work: () => Promise<Result<unknown>>) => work(), {
    failed: 'Error saving the change',
  })
  const amount = exactRupees(credit.amount)
  const which = `${amount}, ${creditTime(credit)}`
  const isGiven = credit.state === 'free' && credit.givenCode !== null
  const { kind, label } = isGiven ? givenWords : credit.shared ? sharedWords : stateWords[credit.state]
  const together = paidTogether(credit)
  const asks: RowAction[] = [
    { label: credit.likely.length > 0 ? 'Give to another order' : 'Give to an order', onChoose: () => onAsk('give') },
    { label: 'Set aside', onChoose: () => onAsk('aside') },
    { label: 'Record as sent back', onChoose: () => onAsk('return') },
  ]
  const actions: RowAction[] =
    credit.state === 'set_aside'
      ? [
          { label: 'Take back', onChoose: () => void run(() => setAside(credit, null, onChanged)) },
          ...(credit.shared ? [] : [asks[2]!]),
        ]
      : credit.state !== 'free'
        ? []
        : isGiven
          ? [{ label: 'Take back', onChoose: () => void run(() => give(credit, null, onChanged)) }]
          : asks
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5 border-b border-rule py-4" aria-label={which}>
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="font-strong tabular-nums">{amount}</span>
        <StateMark kind={kind}>{label}</StateMark>
        {credit.certain ? null : <StateMark kind="warn">Not certain: look at the bank first</StateMark>}
        <span className="text-2 text-muted">
          {creditTime(credit)} · {sourcesText(credit.sources)}
        </span>
      </p>
      {credit.narration === '' ? null : <p className="text-2 wrap-anywhere">{credit.narration}</p>}
      <p className="text-2 wrap-anywhere text-muted">
        {[
          credit.partOf === null ? null : `Part of ${exactRupees(credit.partOf)}`,
          credit.payerVpa === null ? null : `Payer ${credit.payerVpa}`,
          credit.utrs.length === 0 ? 'No UTR' : `UTR ${credit.utrs.map(groupReference).join(' or ')}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <Outcome credit={credit} />
      {credit.likely.length > 0 ? (
        <ul aria-label={`Likely orders of ${which}`} className="grid gap-2">
          {credit.likely.map((order) => (
            <Likely
              key={order.orderCode}
              order={order}
              credit={credit}
              together={together}
              busy={busy}
              onGive={() => void run(() => give(credit, order.orderCode, onChanged))}
            />
          ))}
          {together ? (
            <li>
              <Button
                kind="line"
                small
                busy={busy}
                onClick={() =>
                  void run(() =>
                    share(
                      credit,
                      credit.likely.map(({ orderCode }) => ({ orderCode, amount: null })),
                      onChanged,
                    ),
                  )
                }
              >
                Give each its price
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
      <FailureNote failure={failure} words={creditFailureText} />
      <WhyHere of={{ creditId: credit.id }} />
      {actions.length > 0 ? <RowActions actions={actions} name={which} className="flex-wrap text-2" /> : null}
    </li>
  )
}

/** Says what became of a credit. */
function Outcome({ credit }: { credit: Credit }) {
  const by = credit.decidedBy === null ? '' : ` by ${credit.decidedBy}`
  switch (credit.state) {
    case 'free':
      return credit.givenCode === null ? null : (
        <p className="text-2">Given{by}. The order’s payment is decided as always.</p>
      )
    case 'used':
      return (
        <p className="text-2">
          Paid for{' '}
          {credit.paymentId === null || credit.orderCode === null ? (
            'an order'
          ) : (
            <PaymentLink id={credit.paymentId} orderCode={credit.orderCode} />
          )}
          {credit.matchedBy === null
            ? ''
            : credit.matchedBy === 'hand'
              ? `, given${by}`
              : `, matched by ${keyWords[credit.matchedBy]}`}
        </p>
      )
    case 'set_aside':
      return (
        <p className="text-2 wrap-anywhere">
          {credit.shared ? 'Shared' : 'Set aside'}
          {by}: {credit.setAsideReason}
        </p>
      )
    case 'returned':
      return (
        <p className="text-2 wrap-anywhere">
          Sent back to {credit.returnedTo}
          {by}, UTR {groupReference(credit.returnedUtr ?? '')}
        </p>
      )
  }
}

function Likely({
  order,
  credit,
  together,
  busy,
  onGive,
}: {
  order: LikelyOrder
  credit: Credit
  /** One press gives all of them their price. */
  together: boolean
  busy: boolean
  onGive: () => void
}) {
  const given = order.orderCode === credit.givenCode
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-[0_1_52ch] text-2 wrap-anywhere">
        <span className="font-strong">
          {order.paymentId === null ? (
            order.orderCode
          ) : (
            <PaymentLink id={order.paymentId} orderCode={order.orderCode} />
          )}
        </span>{' '}
        {order.userName ?? 'Deleted account'}
        {order.amount === null ? '' : `, ${exactRupees(order.amount)}`}
        {order.amount !== null && order.amount !== credit.amount && !together ? (
          <StateMark kind="warn" className="ml-2">
            Amount differs
          </StateMark>
        ) : null}
        <span className="block text-1 text-muted">
          {given ? 'Given to it' : `Named by ${order.keys.map((key) => keyWords[key]).join(' and ')}`}
          {order.paymentId === null ? ', never submitted' : ''}
        </span>
      </p>
      {credit.givenCode !== null || together ? null : (
        <Button kind="line" small busy={busy} onClick={onGive}>
          Give to {order.orderCode}
        </Button>
      )}
    </li>
  )
}
