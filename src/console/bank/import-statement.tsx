import { useMemo, useState } from 'react'
import { importBankRows } from '#backend/bank-api.ts'
import type { DayOrder } from '#domain/bank-statement-cells.ts'
import {
  findBankTable,
  guessMapping,
  isUsable,
  noMapping,
  type BankMapping,
  type BankTable,
} from '#domain/bank-statement-head.ts'
import { dayOrderOf, readBankRows } from '#domain/bank-statement.ts'
import type { Failure } from '#domain/failure.ts'
import { Button } from '#ui/button.tsx'
import { count } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { toast } from '#ui/toast.tsx'
import { FileDrop } from '../file-drop.tsx'
import { whyFailed } from '../why-failed.ts'
import { decodeStatement, LARGEST_FILE, rememberedMapping, rememberMapping } from './bank-file.ts'
import { ColumnChoice } from './column-choice.tsx'
import { StatementPreview } from './statement-preview.tsx'

interface Opened {
  name: string
  table: BankTable
  mapping: BankMapping
  /** Chosen here; else the dates of the file decide. */
  order: DayOrder | null
}

/** A statement's file: what is read from it, which column is what, and the import. */
export function ImportStatement({ onImported }: { onImported: () => Promise<unknown> }) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [sent, setSent] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const order = useMemo(() => opened && (opened.order ?? dayOrderOf(opened.table, opened.mapping)), [opened])
  const statement = useMemo(
    () => (opened && order && isUsable(opened.mapping) ? readBankRows(opened.table, opened.mapping, order) : null),
    [opened, order],
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
      if (table.openQuote !== null)
        return setProblem(
          `A quotation mark in row ${table.openQuote} is never closed, so that the rows below it cannot be read. Download the statement anew.`,
        )
      const mapping = rememberedMapping(table.head) ?? guessMapping(table.head) ?? noMapping
      setOpened({ name: file.name, table, mapping, order: null })
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
          <ColumnChoice
            head={opened.table.head}
            mapping={opened.mapping}
            order={order}
            open={!statement}
            onMapping={(mapping) => setOpened({ ...opened, mapping })}
            onOrder={(chosen) => setOpened({ ...opened, order: chosen })}
          />
          {statement ? (
            <>
              <StatementPreview name={opened.name} statement={statement} />
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
              {isUsable(opened.mapping)
                ? 'Dates such as 11/3/2026 can be read in two ways in this file. Choose what comes first in them.'
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
