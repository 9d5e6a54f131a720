import { useMemo, useState } from 'react'
import { importBankRows } from '#shop/bank/bank.api.ts'
import type { DayOrder } from '#shop/bank/bank-statement-cells.ts'
import {
  bankTableOf,
  columnsOf,
  guessMapping,
  isUsable,
  unusedColumns,
  type BankMapping,
  type BankTable,
} from '#shop/bank/bank-statement-head.ts'
import { dayOrderOf, readBankRows } from '#shop/bank/bank-statement.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { FileDrop } from '../kit/file-drop.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import {
  forgetMapping,
  MAX_FILE_BYTES,
  rememberedMapping,
  rememberMapping,
  StatementColumns,
} from './statement-columns.tsx'
import { readInWorker } from '../kit/sheet/read-in-worker.ts'
import type { Sheet } from '../kit/sheet/read-sheets.ts'
import { SHEET_TYPES, whyRefused } from '../kit/sheet/sheet-words.ts'
import { StatementPreview } from './statement-preview.tsx'
import { counted } from '../kit/words/counted.ts'

interface Opened {
  /** Idempotency key of the import: the same when it is sent again after a failure. */
  id: string
  name: string
  sheets: readonly Sheet[]
  sheet: number
  table: BankTable
  mapping: BankMapping
  remembered: boolean
  /** Null while the dates of the file decide. */
  order: DayOrder | null
  /** Staff confirmed that every amount is a credit; required when the file does not say. */
  allCredits: boolean
}

const tooLarge = `${whyRefused['too large']} Choose a shorter period.`
/** A bank's statement has no states: a file with some is a report of payments, known to a preset or not. */
const reportName = ({ table, mapping }: Opened): string | null =>
  table.report ?? (mapping.state === null ? null : 'Payment')

const noTable = 'There is no table in this file. Download the statement as CSV, text or Excel (.xlsx).'

function openSheet(name: string, sheets: readonly Sheet[], sheet: number): Opened | null {
  const { rows = [], openQuote = null } = sheets[sheet] ?? {}
  const table = bankTableOf(rows, openQuote)
  if (!table) return null
  const remembered = rememberedMapping(table.head, table.rows)
  const mapping = remembered ?? columnsOf(table.head, table.rows)
  return {
    id: newUuid(),
    name,
    sheets,
    sheet,
    table,
    mapping,
    remembered: remembered !== null,
    order: null,
    allCredits: false,
  }
}

export function ImportStatement({ onImported }: { onImported: () => Promise<unknown> }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [reading, setReading] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  const { failure, run, forget } = useAction(importBankRows, {
    done: ({ added, known, reversed }) =>
      `${counted(added, 'credit')} added, ${counted(known, 'was', 'were')} known already${
        reversed === 0 ? '' : `; the bank took ${counted(reversed, 'credit')} back`
      }`,
    failed: 'The file was not imported completely',
  })
  const order = useMemo(() => opened && (opened.order ?? dayOrderOf(opened.table, opened.mapping)), [opened])
  const statement = useMemo(
    () => (opened && order && isUsable(opened.mapping) ? readBankRows(opened.table, opened.mapping, order) : null),
    [opened, order],
  )

  const open = async (file: File) => {
    setOpened(null)
    forget()
    setProblem(null)
    if (file.size > MAX_FILE_BYTES) return setProblem(tooLarge)
    setReading(true)
    try {
      const read = await readInWorker(await file.arrayBuffer())
      if ('refused' in read) return setProblem(read.refused === 'too large' ? tooLarge : whyRefused[read.refused])
      const { sheets } = read
      const known = sheets.findIndex(({ rows }) => guessMapping(bankTableOf(rows)?.head ?? []) !== null)
      const found = openSheet(file.name, sheets, Math.max(0, known))
      if (!found) return setProblem(noTable)
      if (found.table.openQuote !== null)
        return setProblem(
          `A quotation mark in row ${found.table.openQuote} is never closed, so the rows below it cannot be read. Download the statement again.`,
        )
      setOpened(found)
    } catch {
      setProblem('Error reading file')
      toast.error('Error reading file')
    } finally {
      setReading(false)
    }
  }

  const start = async () => {
    if (!opened || !statement || sent !== null) return
    rememberMapping(opened.table.head, opened.mapping, opened.table.rows)
    setSent(0)
    forget()
    const source = reportName(opened) === null ? 'statement' : 'report'
    const result = await run({ id: opened.id, file: opened.name, source }, statement, setSent)
    setSent(null)
    if (!result?.ok) return
    setOpened(null)
    await onImported()
  }

  return (
    <section className="mt-5" aria-label="Import">
      <FileDrop
        label="Statement or report, as CSV, text or Excel"
        hint="As downloaded from your bank’s or payment app’s site. Choose it or drop it here. Periods may overlap: every credit is kept once. The file stays on this device."
        accept={SHEET_TYPES}
        busy={sent !== null || reading}
        onChoose={open}
      />
      {problem ? (
        <Note kind="bad" className="mt-3" role="alert">
          {problem}
        </Note>
      ) : null}
      {reading ? (
        <p className="mt-3 text-muted" role="status">
          Reading the file...
        </p>
      ) : null}
      {opened ? (
        <div className="mt-4">
          {opened.sheets.length > 1 ? (
            <div className="mb-3 max-w-[30ch]">
              <SelectField
                label="Sheet"
                value={opened.sheet}
                onChange={(event) => {
                  const chosen = openSheet(opened.name, opened.sheets, Number(event.target.value))
                  setProblem(chosen ? null : 'There is no table on this sheet.')
                  if (chosen) setOpened(chosen)
                }}
              >
                {opened.sheets.map(({ name }, at) => (
                  <option key={name} value={at}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
          ) : null}
          {opened.table.report ? (
            <p className="mb-2 text-2">
              This looks like the report “{opened.table.report}”. Fees and settlements are left out: a credit is what
              the customer paid. It is imported as a report, so it says nothing of money that came another way.
            </p>
          ) : null}
          {opened.table.report === null && opened.mapping.state !== null ? (
            <p className="mb-2 text-2">
              The column “{opened.table.head[opened.mapping.state]}” says which payments succeeded, so this is a report
              of payments and not your bank’s statement. It is imported as a report: it says nothing of money that came
              another way.
            </p>
          ) : null}
          <StatementColumns
            head={opened.table.head}
            mapping={opened.mapping}
            order={order}
            open={!statement}
            remembered={opened.remembered}
            onForget={() => {
              forgetMapping(opened.table.head)
              setOpened(openSheet(opened.name, opened.sheets, opened.sheet))
              toast.success('Column choice forgotten')
            }}
            onMapping={(mapping) => setOpened({ ...opened, mapping, allCredits: false })}
            onOrder={(chosen) => setOpened({ ...opened, order: chosen })}
          />
          {statement ? (
            <>
              <StatementPreview
                name={opened.name}
                report={reportName(opened)}
                unused={unusedColumns(opened.table, opened.mapping)}
                statement={statement}
                allCredits={opened.allCredits}
                onAllCredits={(allCredits) => setOpened({ ...opened, allCredits })}
              />
              <div className="mt-4 flex items-center gap-3">
                <Button
                  disabled={
                    statement.credits.length + statement.takenBack.length === 0 ||
                    (statement.unmarked && !opened.allCredits)
                  }
                  busy={sent !== null}
                  busyLabel="Importing..."
                  onClick={start}
                >
                  Import {counted(statement.credits.length, 'credit')}
                </Button>
                <span role="status" className="text-2 text-muted tabular-nums">
                  {sent === null ? '' : `${count(sent)} of ${count(statement.credits.length)}`}
                </span>
              </div>
            </>
          ) : (
            <Note kind="warn" className="mt-3">
              {isUsable(opened.mapping)
                ? 'Dates such as 11/3/2026 can mean two days. Choose whether the day or the month comes first.'
                : 'Choose at least the date, the narration, and the credit or the amount.'}
            </Note>
          )}
          {failure ? (
            <Note kind="bad" className="mt-3" role="alert">
              {whyFailed(failure)} Importing again adds only what is missing.
            </Note>
          ) : null}
        </div>
      ) : null}
    </section>
  )
}
