import { csvFile } from '#platform/text/csv.ts'
import {
  importTemplate,
  TICKETS_PER_TYPE,
  MAX_IMPORT_FILE_BYTES,
  pathOf,
  readCatalogue,
  type ImportedCatalogue,
} from '#shop/catalogue/import/bulk-import.ts'
import { templateRows } from '#shop/catalogue/import/concert-sheet.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { counted } from '../kit/words/counted.ts'
import { repeatedKeys } from '#platform/text/json-keys.ts'
import { readInWorker } from '../kit/sheet/read-in-worker.ts'
import type { Sheet } from '../kit/sheet/read-sheets.ts'
import { whyRefused } from '../kit/sheet/sheet-words.ts'

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

export type ImportFile =
  | { kind: 'good'; catalogue: ImportedCatalogue; concerts: number }
  /** Of a spreadsheet, whose columns staff look at first. */
  | { kind: 'sheets'; sheets: readonly Sheet[] }
  | { kind: 'problems'; problems: string[] }
  | { kind: 'unreadable' }
  | { kind: 'wrong'; why: string }

/** Reads a chosen file on the device, and checks one of JSON; sends nothing. */
export async function readImportFile(
  file: Pick<File, 'name' | 'size' | 'text' | 'arrayBuffer'>,
  sheetsOf = readInWorker,
): Promise<ImportFile> {
  if (file.size > MAX_IMPORT_FILE_BYTES)
    return { kind: 'wrong', why: 'The file is larger than 5 MB. Split it into several.' }
  let text
  try {
    if (!file.name.toLowerCase().endsWith('.json')) {
      const read = await sheetsOf(await file.arrayBuffer())
      return 'refused' in read ? { kind: 'wrong', why: whyRefused[read.refused] } : { kind: 'sheets', ...read }
    }
    text = await file.text()
  } catch {
    return { kind: 'unreadable' }
  }
  let content: unknown
  try {
    // Some editors begin a file with a byte order mark, which JSON.parse rejects.
    text = text.replace(/^\uFEFF/, '')
    content = JSON.parse(text)
  } catch (error) {
    return { kind: 'wrong', why: `The file is not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  const twice = repeatedKeys(text).map(
    ({ path, lines: [first, second] }) =>
      `${pathOf(path)} is listed twice: ${first === second ? `in line ${first}` : `lines ${first} and ${second}`}`,
  )
  if (twice.length > 0) return { kind: 'problems', problems: twice }
  const read = readCatalogue(content)
  return read.ok ? { kind: 'good', ...read } : { kind: 'problems', problems: read.problems }
}
