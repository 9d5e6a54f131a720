import { useState } from 'react'
import { readPayoutAnswer } from '#shop/refunds/payout-answer.ts'
import { markPayoutSent, type Payout, type SentPayout, type SentWith } from '#shop/refunds/payouts.api.ts'
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { exactRupees } from '#ui/format.ts'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { useForm } from '../../kit/form/use-form.ts'
import { noSource, rowsOf, SheetSource } from '../../kit/sheet/sheet-source.tsx'
import { counted } from '../../kit/words/counted.ts'
import { refundFailureText } from '../refund-words.ts'
import { refusedText, sumWords } from './payout-words.ts'

const MIN_UTR_LENGTH = 6
const MAX_ANSWER_BYTES = 5 * 1024 * 1024

/** Marks what the bank sent of a payout: all of it with one reference, or the lines that its answer names. */
export function MarkPayout({
  payout,
  onClose,
  onDone,
}: {
  payout: Payout
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [refused, setRefused] = useState<SentPayout['refused']>([])
  const open = payout.lines.filter(({ sentAt }) => sentAt === null)
  const form = useForm({
    start: { how: 'each', utr: '', source: noSource, admitted: false },
    read: ({ how, utr, source, admitted }) => {
      if (how === 'one') {
        const isRead = utr.replace(/\s/g, '').length >= MIN_UTR_LENGTH
        return isRead
          ? { sent: { utr } as SentWith, admitted }
          : { problems: { utr: 'Enter the reference that your bank shows for the file.' } }
      }
      const { sent } = readPayoutAnswer(rowsOf(source).rows, open)
      return sent.length > 0
        ? { sent: { lines: sent } as SentWith, admitted }
        : { problems: { text: 'No line has an order of this file and one UTR.' } }
    },
    save: ({ sent, admitted }) => markPayoutSent(payout.id, sent, admitted),
    onSaved: async (answer) => {
      setRefused(answer.refused)
      if (answer.refused.length === 0) onClose()
      await onDone()
    },
    isUnsaved: ({ utr, source }) => utr.trim() !== '' || source !== noSource,
    onClose,
    done: ({ sent }) => `${counted(sent, 'payment')} marked as sent`,
    failed: 'Error marking the file',
  })
  const { draft, problems, change, field, box } = form
  const answer = readPayoutAnswer(rowsOf(draft.source).rows, open)
  const lineOf = (line: number) => payout.lines.find((one) => one.line === line)
  const nameOf = (line: number): string => {
    const found = lineOf(line)
    return found ? `${found.userName ?? found.orderCode}, ${exactRupees(found.amount)}` : `Line ${line}`
  }
  return (
    <FormDialog
      form={form}
      question={`Mark ${sumWords(open)}`}
      confirmLabel="Mark as sent"
      words={refundFailureText}
      onClose={onClose}
    >
      <div className="grid gap-4">
        {refused.length > 0 ? (
          <Note kind="warn" role="alert">
            {refused.map((one) => (
              <p key={one.line}>
                {nameOf(one.line)}: {refusedText(one)}
              </p>
            ))}
          </Note>
        ) : null}
        <SelectField label="The bank shows" {...field('how')}>
          <option value="each">A UTR for each payment</option>
          <option value="one">One reference for the whole file</option>
        </SelectField>
        {draft.how === 'one' ? (
          <TextField label="Reference" spellCheck={false} maxLength={64} {...field('utr')} />
        ) : (
          <>
            <SheetSource
              source={draft.source}
              onSource={(source) => change({ source })}
              label="Order code and UTR"
              hint="One payment a line, as your bank’s list has them."
              placeholder={`${open[0]?.orderCode ?? 'MF7K2QX4MD'} 512345678901`}
              fileHint="Your bank’s answer to the file: CSV, text or Excel (.xlsx). It stays on this device; only the UTRs are sent."
              error={problems['text']}
              maxBytes={MAX_ANSWER_BYTES}
              isTable={({ rows }) => readPayoutAnswer(rows, open).sent.length > 0}
            />
            {draft.source === noSource ? null : (
              <p role="status">
                {answer.sent.length} of {counted(open.length, 'payment')} found.
                {answer.failed.map(({ line, said }) => ` ${nameOf(line)}: the bank says “${said}”, so it stays open.`)}
                {answer.unclear.length > 0 ? ` No single UTR in row ${answer.unclear.join(', ')}.` : ''}
              </p>
            )}
          </>
        )}
        {refused.some(({ code }) => code === 'admitted') ? (
          <CheckField label="Mark those that were let in, too" {...box('admitted')} />
        ) : null}
        <p>Marking cannot be undone, revokes the tickets and frees their seats.</p>
      </div>
    </FormDialog>
  )
}
