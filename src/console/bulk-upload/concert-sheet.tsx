import { useMemo, useState } from 'react'
import type { DayOrder } from '#shop/bank/bank-statement-cells.ts'
import type { ImportedCatalogue } from '#shop/catalogue/import/bulk-import.ts'
import {
  concertFields,
  concertLabels,
  concertTableOf,
  guessConcertMapping,
  missingFields,
  unusedColumns,
  type ConcertMapping,
} from '#shop/catalogue/import/concert-head.ts'
import { concertDayOrder, readConcertSheet, type ReadSheet } from '#shop/catalogue/import/concert-sheet.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { ColumnChoice, columnName, DayOrderField } from '../kit/sheet/column-choice.tsx'
import type { Sheet } from '../kit/sheet/read-sheets.ts'
import { counted } from '../kit/words/counted.ts'
import { Problems } from './import-shape.tsx'

const noRow: ReadSheet = { ok: false, problems: ['There is no row in it.'] }

/** A file's sheet before it is checked: its columns, those that are not used, and its problems by line and column. */
export function ConcertSheet({
  name,
  sheets,
  onCheck,
  onDiscard,
}: {
  name: string
  sheets: readonly Sheet[]
  onCheck: (catalogue: ImportedCatalogue) => void
  onDiscard: () => void
}) {
  const tables = useMemo(
    () => sheets.flatMap((sheet) => ({ ...sheet, table: concertTableOf(sheet.rows, sheet.openQuote) })),
    [sheets],
  )
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      tables.findIndex(({ table }) => table && missingFields(guessConcertMapping(table.head)).length === 0),
    ),
  )
  const [choice, setChoice] = useState<ConcertMapping | null>(null)
  const [chosenOrder, setChosenOrder] = useState<DayOrder | null>(null)
  const table = tables[at]?.table ?? null
  const mapping = useMemo(() => choice ?? guessConcertMapping(table?.head ?? []), [choice, table])
  const order = chosenOrder ?? (table ? concertDayOrder(table, mapping) : null)
  const read = useMemo(() => (table ? readConcertSheet(table, mapping, order) : noRow), [table, mapping, order])
  const unused = table ? unusedColumns(table, mapping).map((column) => columnName(table.head[column]!, column)) : []
  const choose = (sheet: number) => {
    setAt(sheet)
    setChoice(null)
    setChosenOrder(null)
  }
  return (
    <section aria-labelledby="import-sheet" className="mt-6 grid gap-3">
      <h2 id="import-sheet" className="head-4">
        What is in {name}
      </h2>
      {tables.length > 1 ? (
        <SelectField label="Sheet" value={at} onChange={(change) => choose(Number(change.target.value))}>
          {tables.map((sheet, one) => (
            <option key={sheet.name} value={one}>
              {sheet.name}
            </option>
          ))}
        </SelectField>
      ) : null}
      {unused.length > 0 ? (
        <Note kind="warn">
          <span className="font-strong">Not used:</span> <span className="wrap-anywhere">{unused.join(', ')}.</span> If
          one of these says something about the concerts, choose it below.
        </Note>
      ) : null}
      <ColumnChoice
        fields={concertFields}
        labels={concertLabels}
        head={table?.head ?? []}
        mapping={mapping}
        open={missingFields(mapping).length > 0 || order === null}
        onMapping={setChoice}
      >
        <DayOrderField order={order} onOrder={setChosenOrder} />
      </ColumnChoice>
      {read.ok ? null : <Problems name={name} problems={read.problems} />}
      <div className="flex flex-wrap gap-3">
        <Button disabled={!read.ok} onClick={() => read.ok && onCheck(read.catalogue)}>
          {read.ok ? `Check ${counted(read.concerts, 'concert')}` : 'Check'}
        </Button>
        <Button kind="line" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  )
}
