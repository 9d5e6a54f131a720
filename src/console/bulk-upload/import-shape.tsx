import { csvFile } from '#platform/text/csv.ts'
import { importTemplate, TICKETS_PER_TYPE } from '#shop/catalogue/import/bulk-import.ts'
import { templateRows } from '#shop/catalogue/import/concert-sheet.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { counted } from '../kit/words/counted.ts'

const NAME = 'mehfil-concerts'

const templateText = `${JSON.stringify(importTemplate, null, 2)}\n`

export const saveTemplate = (): void => saveFile(templateText, `${NAME}.json`, 'application/json')

export function saveSheetTemplate(): void {
  const [head, ...rows] = templateRows()
  saveFile(csvFile(head!.map(String), rows), `${NAME}.csv`, 'text/csv')
}

export function ImportShape() {
  return (
    <section aria-labelledby="import-shape" className="mt-10 max-w-[72ch]">
      <h2 id="import-shape" className="head-4">
        The file
      </h2>
      <p className="mt-2 text-muted">
        Singer, then city, then the concert, or a list of concerts for several nights in one city: date (YYYY-MM-DD),
        venue, and tickets with their price in rupees. Time (HH:MM), genre and state are optional: without a time the
        concert begins at 19:00 IST, and without a state it has that of its city if the city is large, or no local tax.
        Each ticket type gets {TICKETS_PER_TYPE} tickets, none sold. Missing singers are created. A concert that the
        shop already has, with the same singer, city, venue and time, is not created again; a different price is shown,
        not changed. A spreadsheet has a row for each ticket type of a concert, with the same fields as columns.
      </p>
      <pre
        // oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        tabIndex={0}
        aria-label="Example of a file"
        className="mt-3 overflow-x-auto rounded-control bg-sunk p-4 text-1"
      >
        {templateText}
      </pre>
    </section>
  )
}

const MAX_PROBLEMS = 200

export function Problems({ name, problems }: { name: string; problems: string[] }) {
  return (
    <Note kind="bad" className="mt-6" role="alert">
      <p className="font-strong">
        {counted(problems.length, 'problem')} in {name}. Nothing was imported.
      </p>
      <ul className="mt-2 grid gap-1 wrap-anywhere">
        {problems.slice(0, MAX_PROBLEMS).map((problem, at) => (
          <li key={at}>{problem}</li>
        ))}
      </ul>
      {problems.length > MAX_PROBLEMS ? (
        <p className="mt-1">And {count(problems.length - MAX_PROBLEMS)} more.</p>
      ) : null}
    </Note>
  )
}
