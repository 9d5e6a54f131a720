import { changeOf, likelyGiven, notesFor, readAmount } from '#shop/box-office/cash.ts'
import type { DoorDraft } from '#shop/box-office/door-draft.ts'
import { doorMethods, type DoorMethod } from '#shop/box-office/door-sale.ts'
import { methodKeys } from '#shop/box-office/sale-keys.ts'
import { orderCode } from '#shop/orders/order.ts'
import { isUpiId, upiLink } from '#shop/payments/upi.ts'
import { Chip } from '#ui/controls/chip.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { exactRupees, rupees } from '#ui/format.ts'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { methodNames } from '../box-office-words.ts'
import { Key } from './key.tsx'

export interface Payee {
  payee: string
  /** Empty while the shop cannot take UPI payments. */
  vpa: string
  mcc: string
}

interface PayPanelProps {
  draft: DoorDraft
  /** Paise; null while it is computed. */
  total: number | null
  /** Null while it loads. */
  payee: Payee | null
  /** The field that stopped a sale. */
  problem: 'given' | 'reason' | null
  onMethod: (method: DoorMethod) => void
  onChange: (part: Partial<DoorDraft>) => void
}

export function PayPanel(props: PayPanelProps) {
  const { draft, onMethod } = props
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 text-2 leading-5 font-strong">Paid by</legend>
      <div className="flex flex-wrap gap-2">
        {doorMethods.map((method) => (
          <Chip
            key={method}
            on={draft.method === method}
            aria-keyshortcuts={methodKeys[method]}
            className="min-h-11!"
            onClick={() => onMethod(method)}
          >
            {methodNames[method]}
            <Key>{methodKeys[method]}</Key>
          </Chip>
        ))}
      </div>
      {draft.method === 'cash' ? <Cash {...props} /> : null}
      {draft.method === 'upi' ? <Upi {...props} /> : null}
      {draft.method === 'card' ? (
        <TextField
          label="Number on the slip"
          hint="Optional"
          value={draft.reference}
          autoComplete="off"
          maxLength={64}
          onChange={(event) => props.onChange({ reference: event.target.value })}
        />
      ) : null}
      {draft.method === 'complimentary' ? (
        <TextField
          id="door-reason"
          label="Why complimentary"
          value={draft.reason}
          error={props.problem === 'reason' ? 'Write why, such as Press or Artist’s guest.' : undefined}
          autoComplete="off"
          maxLength={64}
          onChange={(event) => props.onChange({ reason: event.target.value })}
        />
      ) : null}
    </fieldset>
  )
}

function Cash({ draft, total, problem, onChange }: PayPanelProps) {
  const given = draft.given.trim() === '' ? null : readAmount(draft.given)
  const change = given === null || total === null ? null : changeOf(given, total)
  const short = given !== null && total !== null && given < total
  return (
    <div className="grid gap-2">
      <TextField
        id="door-given"
        data-place="amount"
        label="Given"
        hint="Optional, for the change"
        value={draft.given}
        error={
          problem === 'given'
            ? short
              ? `${rupees(total - given)} more is needed.`
              : 'Enter an amount in rupees.'
            : undefined
        }
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => onChange({ given: event.target.value })}
      />
      {total === null || total === 0 ? null : (
        <div role="group" aria-label="Given, by one press" className="flex flex-wrap gap-2">
          {likelyGiven(total).map((amount) => (
            <Chip key={amount} on={given === amount} onClick={() => onChange({ given: String(amount / 100) })}>
              {rupees(amount)}
            </Chip>
          ))}
        </div>
      )}
      <p role="status" className="min-h-6 tabular-nums">
        {change === null ? null : (
          <>
            <span className="font-strong">Change {rupees(change)}</span>
            {change > 0 ? (
              <span className="text-2 text-muted">
                {' '}
                {notesFor(change)
                  .map(({ value, n }) => (n === 1 ? `₹${value}` : `${n} × ₹${value}`))
                  .join(', ')}
              </span>
            ) : null}
          </>
        )}
      </p>
    </div>
  )
}

function Upi({ draft, total, payee, onChange }: PayPanelProps) {
  return (
    <div className="grid gap-3">
      {payee === null || total === null || total === 0 ? null : !isUpiId(payee.vpa) ? (
        <Note kind="warn">Settings has no UPI id, so there is no code to scan.</Note>
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <ScreenQr
            value={upiLink({ ...payee, amountPaise: total, orderCode: orderCode(draft.orderId) })}
            title={`UPI code: ${exactRupees(total)} to ${payee.payee}, ${payee.vpa}`}
            className="w-44 flex-none"
          />
          <p className="text-2 wrap-anywhere text-muted">
            <span className="block text-4 text-ink tabular-nums">{exactRupees(total)}</span>
            {payee.vpa}
            <br />
            Sell when your bank’s app or sound box says that it came in.
          </p>
        </div>
      )}
      <TextField
        label="UPI reference"
        hint="Optional, 12 digits"
        value={draft.reference}
        inputMode="numeric"
        autoComplete="off"
        maxLength={64}
        onChange={(event) => onChange({ reference: event.target.value })}
      />
    </div>
  )
}
