import { useMemo, useState } from 'react'
import { importBankRows } from '#backend/bank-api.ts'
import {
  bankFields,
  findBankTable,
  guessMapping,
  isUsable,
  readBankRows,
  type BankField,
  type BankMapping,
  type BankTable,
} from '#domain/bank-statement.ts'
import type { Failure } from '#domain/failure.ts'
import { formatDay } from '#domain/ist.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/field.tsx'
import { count, exactRupees } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { Cell, HeadCell, Table } from '#ui/table.tsx'
import { toast } from '#ui/toast.tsx'
import { FileDrop } from '../file-drop.tsx'
import { whyFailed } from '../why-failed.ts'
import { decodeStatement, LARGEST_FILE, rememberedMapping, rememberMapping } from './bank-file.ts'

const fieldLabels: Record<BankField, string> = {
  date: 'Date',
  narration: 'Narration',
  reference: 'Reference',
  credit: 'Credit',
  debit: 'Debit',
  amount: 'Amount, of both kinds',
  mark: 'Dr/Cr mark',
  balance: 'Balance',
}
const nothing: BankMapping = {
  date: null,
  narration: null,
  reference: null,
  credit: null,
  debit: null,
  amount: null,
  mark: null,
  balance: null,
}
/** Credits shown before they are imported. */
const SHOWN = 5

interface Opened {
  name: string
  table: BankTable
  mapping: BankMapping
}

/** A statement's file: what is read from it, which column is what, and the import. */
export function ImportStatement({ onImported }: { onImported: () => Promise<unknown> }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const statement = useMemo(
    () => (opened && isUsable(opened.mapping) ? readBankRows(opened.table, opened.mapping) : null),
    [opened],
  )

  const open = async (file: File) => {
    setOpened(null)
    setFailure(null)
    setProblem(null)
    if (file.size > LARGEST_FILE) return setProblem('This file is too large. Choose a shorter period.')
    try {
      const text = decodeStatement(new Uint8Array(await file.arrayBuffer()))
      if (text === null) return setProblem('This is not a CSV file. Download the statement as CSV or text.')
      const table = findBankTable(text)
      if (!table) return setProblem('There is no table in this file. Download the statement as CSV or text.')
      const mapping = rememberedMapping(table.head) ?? guessMapping(table.head) ?? nothing
      setOpened({ name: file.name, table, mapping })
    } catch {
      setProblem('Error reading file')
      toast.error('Error reading file')
    }
  }

  const start = async () => {
    if (!opened || !statement || sent !== null) return
    rememberMapping(opened.table.head, opened.mapping)
    setSent(0)
    setFailure(null)
    const result = await importBankRows(statement.credits, setSent)
    setSent(null)
    if (!result.ok) {
      setFailure(result.failure)
      return toast.error('The statement was not imported completely')
    }
    toast.success(`${count(result.value.added)} credits added, ${count(result.value.known)} were known already`)
    setOpened(null)
    await onImported()
  }

  return (
    <section className="mt-5" aria-label="Import">
      <FileDrop
        label="Statement, as CSV or text"
        hint="As your bank’s site downloads it, chosen or dropped here. Periods may overlap: every credit is kept once. The file stays on this device."
        accept=".csv,.txt,.tsv,.xls,text/csv,text/plain"
        busy={sent !== null}
        onChoose={open}
      />
      {problem ? (
        <Note kind="bad" className="mt-3" role="alert">
          {problem}
        </Note>
      ) : null}
      {opened ? (
        <div className="mt-4">
          <details open={!statement}>
            <summary className="min-h-9 cursor-pointer font-strong">Which column is what</summary>
            <div className="mt-2 grid gap-3 desk:grid-cols-4">
              {bankFields.map((field) => (
                <SelectField
                  key={field}
                  label={fieldLabels[field]}
                  value={opened.mapping[field] ?? ''}
                  onChange={(event) =>
                    setOpened({
                      ...opened,
                      mapping: {
                        ...opened.mapping,
                        [field]: event.target.value === '' ? null : Number(event.target.value),
                      },
                    })
                  }
                >
                  <option value="">None</option>
                  {opened.table.head.map((name, at) => (
                    // oxlint-disable-next-line no-array-index-key -- columns are told apart by where they stand
                    <option key={at} value={at}>
                      {name || `Column ${at + 1}`}
                    </option>
                  ))}
                </SelectField>
              ))}
            </div>
            <p className="mt-2 text-1 text-muted">Remembered on this device for files with the same head.</p>
          </details>
          {statement ? (
            <>
              <p className="mt-3" role="status">
                {opened.name}: {count(statement.credits.length)} credits
                {statement.from && statement.to ? ` in ${formatDay(statement.from)} to ${formatDay(statement.to)}` : ''}
                , {count(statement.debits)} debits left out.
              </p>
              {statement.unreadable.length > 0 ? (
                <Note kind="warn" className="mt-3">
                  <p className="font-strong">{count(statement.unreadable.length)} rows cannot be read</p>
                  <ul>
                    {statement.unreadable.slice(0, SHOWN).map((line) => (
                      <li key={line.row} className="break-words">
                        Row {line.row}: {line.text}
                      </li>
                    ))}
                  </ul>
                </Note>
              ) : null}
              {statement.credits.length > 0 ? (
                <Table
                  caption="First credits of the file"
                  className="-mx-1 mt-3 px-1"
                  head={
                    <tr>
                      <HeadCell>Date</HeadCell>
                      <HeadCell>Narration</HeadCell>
                      <HeadCell deskOnly>UTR</HeadCell>
                      <HeadCell number>Credit</HeadCell>
                    </tr>
                  }
                >
                  {statement.credits.slice(0, SHOWN).map((credit) => (
                    <tr key={`${credit.day} ${credit.narration} ${credit.balance} ${credit.occurrence}`}>
                      <Cell className="whitespace-nowrap">{formatDay(credit.day)}</Cell>
                      <Cell className="break-all">{credit.narration}</Cell>
                      <Cell deskOnly>{credit.utrs.join(', ') || '–'}</Cell>
                      <Cell number>{exactRupees(credit.amount)}</Cell>
                    </tr>
                  ))}
                </Table>
              ) : null}
              <div className="mt-4 flex items-center gap-3">
                <Button
                  disabled={statement.credits.length === 0}
                  busy={sent !== null}
                  busyLabel="Importing..."
                  onClick={start}
                >
                  Import {count(statement.credits.length)} credits
                </Button>
                <span role="status" className="text-2 text-muted tabular-nums">
                  {sent === null ? '' : `${count(sent)} of ${count(statement.credits.length)}`}
                </span>
              </div>
            </>
          ) : (
            <Note kind="warn" className="mt-3">
              Choose at least the date, the narration, and the credit or the amount.
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
