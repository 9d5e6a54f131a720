import type { UnprovenPayment, ProofState } from '#shop/bank/proofs.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Cell } from '#ui/display/table.tsx'
import { exactRupees, count } from '#ui/format.ts'
import { PaymentLink } from '../credits/bank-head.tsx'
import { useState } from 'react'
import { MAX_NOTE_CHARACTERS } from '#shop/payments/review.api.ts'
import { rejectPayments } from '#shop/upkeep/clean-up.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { CheckField, TextArea } from '#ui/controls/field.tsx'
import { usualReasons } from '#console/payments/decision/rejections.ts'
import { counted } from '../../kit/words/counted.ts'
import { ListTable } from '../../kit/list/list-table.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useForm } from '../../kit/form/use-form.ts'

/** The cells of a payment that no proof knows: its order and payer, its time, its amount. */
function PaymentCells({ payment }: { payment: UnprovenPayment }) {
  return (
    <>
      <Cell className="max-desk:w-full max-desk:max-w-0">
        <PaymentLink id={payment.paymentId} orderCode={payment.orderCode} />
        <span className="block truncate text-1 text-muted">{payment.userName ?? 'Deleted account'}</span>
      </Cell>
      <Cell className="min-w-28">{formatDayTime(payment.createdAt)}</Cell>
      <Cell number>{exactRupees(payment.amount)}</Cell>
    </>
  )
}

const payments = (n: number): string => counted(n, 'payment')

/** Offers to reject the undecided payments that no proof knows after `hours`; shows nothing without any. */
export function Unproven({
  unproven,
  hours,
  onChanged,
}: {
  unproven: ProofState['unproven']
  hours: number
  onChanged: () => Promise<unknown>
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<readonly UnprovenPayment[] | null>(null)
  const form = useForm({
    start: { note: usualReasons[0]!.note },
    read: ({ note }) => ({ ids: (asked ?? []).map((row) => row.paymentId), note }),
    save: ({ ids, note }) => rejectPayments(ids, note, () => undefined),
    onSaved: () => {
      setAsked(null)
      return decided()
    },
    onRefused: async () => {
      await decided()
      return {}
    },
    isUnsaved: ({ note }) => asked !== null && note !== usualReasons[0]!.note,
    onClose: () => setAsked(null),
    done: ({ rejected, refused }) =>
      `${count(rejected)} rejected${refused > 0 ? `, ${counted(refused, 'needs a look', 'need a look')}` : ''}`,
    failed: 'Error updating payment status',
  })
  const decided = () => {
    setChosen(new Set())
    return onChanged()
  }
  const { listed } = unproven
  const time = counted(hours, 'hour')
  if (unproven.count === 0) return null
  const marked = listed.filter(({ paymentId }) => chosen.has(paymentId))
  const mark = (rows: readonly UnprovenPayment[], on: boolean) =>
    setChosen((now) => {
      const ids = new Set(rows.map(({ paymentId }) => paymentId))
      return on ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.has(id)))
    })
  return (
    <section aria-labelledby="unproven" className="mt-8">
      <h2 id="unproven" className="head-4">
        No proof knows {unproven.count === 1 ? 'this payment' : `these ${payments(unproven.count)}`} after {time}
      </h2>
      <p className="text-2 text-muted">
        The statements reach beyond their days and have no such credit, and nothing else knows them.
        {unproven.count > listed.length ? ` The oldest ${count(listed.length)} are listed.` : ''}
      </p>
      <CheckField
        label={listed.length === 1 ? 'Select it' : `Select all ${count(listed.length)}`}
        checked={marked.length === listed.length}
        onChange={({ target }) => mark(listed, target.checked)}
      />
      <ListTable
        caption={`Payments without a proof after ${time}`}
        className=""
        columns={[{ head: 'Select', isHidden: true }, 'Order', 'Submitted', { head: 'Stated', number: true }]}
      >
        {listed.map((row) => (
          <tr key={row.paymentId}>
            <Cell className="w-8">
              <input
                type="checkbox"
                aria-label={`Select ${row.orderCode}`}
                checked={chosen.has(row.paymentId)}
                onChange={({ target }) => mark([row], target.checked)}
                className="size-6 accent-(--ink)"
              />
            </Cell>
            <PaymentCells payment={row} />
          </tr>
        ))}
      </ListTable>
      <Button
        kind="no"
        className="mt-4"
        disabled={marked.length === 0}
        onClick={() => {
          form.forget()
          setAsked(marked)
        }}
      >
        {marked.length === 0 ? 'Reject the selected' : `Reject ${payments(marked.length)}`}
      </Button>
      {asked ? (
        <FormDialog
          form={form}
          question={`Reject ${payments(asked.length)}?`}
          confirmLabel="Reject"
          cancelLabel="Go back"
          kind="no"
          saving="Rejecting..."
          onClose={() => setAsked(null)}
        >
          <p className="text-muted">
            Decisions can’t be reversed. Each customer reads this note, and the seats are free again.
          </p>
          <TextArea
            {...form.field('note')}
            label="Note to the customers"
            className="mt-3"
            rows={3}
            maxLength={MAX_NOTE_CHARACTERS}
          />
          {form.draft.note.trim() === '' ? (
            <p className="mt-2">You wrote no note, so the customers see no reason.</p>
          ) : null}
        </FormDialog>
      ) : null}
    </section>
  )
}

/** Lists the sales at the door by UPI whose money no credit shows; shows nothing without any. */
export function UnbackedSales({ door }: { door: ProofState['door'] }) {
  if (door.count === 0) return null
  return (
    <section aria-labelledby="unbacked" className="mt-8">
      <h2 id="unbacked" className="head-4">
        {door.count === 1
          ? 'No credit backs this sale at the door by UPI'
          : `No credit backs these ${counted(door.count, 'sale')} at the door by UPI`}
      </h2>
      <p className="text-2 text-muted">
        Credits of later days are here. Give each its credit under Credits, by the order’s code, or ask who sold it.
        {door.count > door.listed.length ? ` The oldest ${count(door.listed.length)} are listed.` : ''}
      </p>
      <ListTable
        caption="Sales at the door by UPI without a credit"
        className="mt-2"
        columns={['Order', 'Sold', { head: 'Total', number: true }]}
      >
        {door.listed.map((row) => (
          <tr key={row.paymentId}>
            <PaymentCells payment={row} />
          </tr>
        ))}
      </ListTable>
    </section>
  )
}
