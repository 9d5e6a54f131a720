import { useState } from 'react'
import { ok } from '#platform/failure/failure.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { dayKey } from '#platform/time/ist.ts'
import { payoutFile, payoutFormatNames, payoutFormats, type PayoutFormatName } from '#shop/refunds/payout.ts'
import { needsPayee, readPayee } from '#shop/refunds/payee.ts'
import { makePayout } from '#shop/refunds/payouts.api.ts'
import type { RefundRow } from '#shop/refunds/refund-rows.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { recipientOf } from '../refund-words.ts'
import { payoutFailureText, sumWords } from './payout-words.ts'

/** Saves a payout's file as the bank takes it. */
export function savePayoutFile(text: string): void {
  saveFile(text, `refunds-${dayKey(Date.now())}.csv`, 'text/csv')
}

type Draft = Record<string, string> & { format: PayoutFormatName }

/** Makes a file for the bank of `refunds` as read with the list, and saves it. Typed accounts are only in the file. */
export function MakePayout({
  refunds,
  onClose,
  onDone,
}: {
  refunds: readonly RefundRow[]
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [id] = useState(newUuid)
  const start: Draft = { ...Object.fromEntries(refunds.map((refund) => [refund.id, ''])), format: 'plain' }
  const form = useForm({
    start,
    read: (draft) => {
      const { takes } = payoutFormats[draft.format]
      const payees = refunds.map((refund) => ({ refund, payee: readPayee(refund, draft[refund.id] ?? '', takes) }))
      const problems = payees.flatMap(({ refund, payee }) => ('problem' in payee ? [[refund.id, payee.problem]] : []))
      return problems.length > 0
        ? { problems: Object.fromEntries(problems) as Record<string, string> }
        : { payees, format: draft.format }
    },
    save: async ({ payees, format }) => {
      const choices = payees.flatMap(({ refund, payee }) => ('problem' in payee ? [] : [{ refund, ...payee }]))
      const made = await makePayout(id, format, choices)
      if (!made.ok) return made
      const transfers = choices.map(({ refund, upiId, account, ifsc }) => ({
        ...{ name: refund.userName ?? '', orderCode: refund.orderCode, amount: refund.amount, upiId, account, ifsc },
      }))
      return ok(payoutFile(format, transfers, dayKey(Date.now())))
    },
    onSaved: async (file) => {
      savePayoutFile(file)
      onClose()
      await onDone()
    },
    isUnsaved: ({ format: _, ...typed }) => Object.values(typed).some((text) => text.trim() !== ''),
    onClose,
    done: 'File saved: give it to your bank, then mark it as sent',
    failed: 'Error making the file',
  })
  const { takes, source } = payoutFormats[form.draft.format]
  return (
    <FormDialog
      form={form}
      question={`Pay ${sumWords(refunds)}`}
      confirmLabel="Download the file"
      words={(failure) => payoutFailureText(failure, refunds)}
      onClose={onClose}
    >
      <div className="grid gap-4">
        <SelectField label="File for" hint={`Columns: ${source}`} {...form.field('format')}>
          {payoutFormatNames.map((name) => (
            <option key={name} value={name}>
              {payoutFormats[name].label}
            </option>
          ))}
        </SelectField>
        {refunds
          .filter((refund) => needsPayee(refund, takes))
          .map((refund) => (
            <TextField
              key={refund.id}
              label={`${recipientOf(refund)}, ${exactRupees(refund.amount)}`}
              hint={takes.includes('upi' as never) ? 'UPI id, or account number and IFSC' : 'Account number and IFSC'}
              spellCheck={false}
              autoCapitalize="none"
              maxLength={120}
              {...form.field(refund.id)}
            />
          ))}
        <p className="text-muted">
          Account numbers are only in the file: here their last four digits are kept. Until you mark or cancel the file,
          these refunds cannot be paid or written off one by one.
        </p>
      </div>
    </FormDialog>
  )
}
