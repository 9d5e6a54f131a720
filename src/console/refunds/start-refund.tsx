import { Link } from 'react-router-dom'
import { paths, withQuery } from '#ui/paths.ts'
import { useState } from 'react'
import type { PaymentMethod } from '#shop/box-office/door-sale.ts'
import {
  readRefundable,
  MAX_REFUND_NOTE_CHARACTERS,
  startRefund,
  type Refundable,
} from '#shop/refunds/refunds-admin.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { Note, Bar, Skeleton } from '#ui/display/note.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { ListFailure } from '../kit/list/list-parts.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { refundFailureText, unprovenWords } from './refund-words.ts'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { TextLink } from '../kit/text-link.tsx'

function RefundsLink({ orderCode }: { orderCode: string }) {
  return <TextLink to={withQuery(paths.adminRefunds, { q: orderCode })}>Refunds</TextLink>
}

interface RefundOf {
  paymentId: string
  /** Null for money of the payment that keeps no ticket valid. */
  ticketId: string | null
  orderCode: string
  customer: string
  what: string
  lines?: readonly PaidLine[]
  /** How staff sold it at the door; null for an online order. */
  door?: PaymentMethod | null
}

/** Records a refund as owed. Without a ticket an empty amount means all that is left. */
export function StartRefund({ of, onDone }: { of: RefundOf; onDone: () => Promise<unknown> }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button kind="line" onClick={() => setOpen(true)}>
        Start a refund
      </Button>
      {open ? <StartDialog of={of} onClose={() => setOpen(false)} onDone={onDone} /> : null}
    </>
  )
}

function StartDialog({ of, onClose, onDone }: { of: RefundOf; onClose: () => void; onDone: () => Promise<unknown> }) {
  const left = useLoaded(of.ticketId === null ? of.paymentId : '', () => readRefundable(of.paymentId))
  const most = left.value?.most ?? 0
  // A payment has at most one waiting refund without a ticket.
  const startable = of.ticketId !== null || (most > 0 && left.value?.owed === 0)
  const form = useForm({
    start: { note: '', amount: '' },
    read: ({ note, amount }) => {
      const typed = amount.replace(/[₹,\s]/g, '')
      const isAmount = /^\d{1,9}(\.\d{1,2})?$/.test(typed) && Number(typed) > 0
      return (
        problemsIn({
          note: note.trim() === '' && (of.door ? 'Write a reason.' : 'Write a reason: the customer reads it.'),
          amount: typed !== '' && !isAmount && 'Write an amount such as 620 or 620.50.',
        }) ?? { note: note.trim(), paise: typed === '' ? null : Math.round(Number(typed) * 100) }
      )
    },
    save: ({ note, paise }) => startRefund(of, note, paise),
    onSaved: async () => {
      onClose()
      await onDone()
    },
    isUnsaved: ({ note, amount }) => note.trim() !== '' || amount !== '',
    onClose,
    done: ({ amount }) => `${exactRupees(amount)} is owed now`,
    failed: 'Error starting the refund',
  })
  return (
    <FormDialog
      form={form}
      question="Start a refund?"
      confirmLabel={startable ? 'Start refund' : null}
      cancelLabel={startable ? 'Cancel' : 'Close'}
      words={refundFailureText}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <p>
          {of.customer}, {of.what}
        </p>
        {left.value ? (
          <WhatIsLeft left={left.value} lines={of.lines ?? []} orderCode={of.orderCode} door={of.door ?? null} />
        ) : left.failure ? (
          <ListFailure message="Error loading what can go back" failure={left.failure} onRetry={left.reload} />
        ) : startable ? null : (
          <Skeleton>
            <Bar className="w-2/3" />
          </Skeleton>
        )}
        {startable ? (
          <>
            <p className="text-muted">
              The money is then listed as owed under <RefundsLink orderCode={of.orderCode} />, where you pay it.
              {of.door ? '' : ' The customer sees that you owe it.'}
              {of.ticketId ? ' From now on the ticket no longer opens the gate.' : ''}
            </p>
            <TextField {...form.field('note')} label="Reason" maxLength={MAX_REFUND_NOTE_CHARACTERS} />
          </>
        ) : null}
        {of.ticketId === null && startable ? (
          <TextField
            {...form.field('amount')}
            label="Amount in rupees"
            hint={`Leave it empty to pay back all that is left: ${exactRupees(most)}.`}
            inputMode="decimal"
            maxLength={16}
          />
        ) : null}
      </div>
    </FormDialog>
  )
}

interface PaidLine {
  id: string
  what: string
}

function WhatIsLeft({
  left,
  lines,
  orderCode,
  door,
}: {
  left: Refundable
  lines: readonly PaidLine[]
  orderCode: string
  door: PaymentMethod | null
}) {
  const valid = lines.filter((line) => left.lineIds.includes(line.id))
  return (
    <>
      {left.owed > 0 ? (
        <p>
          {exactRupees(left.owed)} is owed already: see <RefundsLink orderCode={orderCode} />.
        </p>
      ) : left.most > 0 ? (
        valid.length > 0 ? (
          <p>{exactRupees(left.most)} is left besides its valid tickets.</p>
        ) : null
      ) : valid.length > 0 ? (
        <p>All its money bought valid tickets: nothing was paid too much.</p>
      ) : (
        <p>There is nothing to refund: no money came in, it has gone back, or it paid for another order.</p>
      )}
      {valid.length > 0 ? (
        <div>
          <p className="text-muted">
            To refund a ticket, start a refund in its booking. From then on it no longer opens the gate.
          </p>
          <ul className="mt-1">
            {valid.map((line) => (
              <li key={line.id}>
                <Link
                  className="link inline-block min-h-6 wrap-anywhere"
                  to={withQuery(paths.adminBookings, { booking: line.id })}
                >
                  {line.what}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {left.most > 0 && left.owed === 0 && !left.inStatement ? <Note kind="warn">{unprovenWords(door)}</Note> : null}
    </>
  )
}
