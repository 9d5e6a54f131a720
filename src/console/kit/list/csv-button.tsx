import { useEffect, useRef, useState } from 'react'
import { noteExport } from '#shop/history/history.api.ts'
import type { Page, Reading } from '#platform/supabase/list-query.ts'
import { CSV_BOM, csvLine, type CsvCell } from '#platform/text/csv.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { toast } from '#ui/toast.tsx'
import { whyFailed } from '../why-failed.ts'
import { counted } from '../words/counted.ts'

const SHOW_PROGRESS_AFTER_MS = 1_000

export interface CsvColumn<T> {
  head: string
  cell: (row: T) => CsvCell
}

export const rupeesCell = (paise: number | null): CsvCell => (paise === null ? null : paise / 100)

/** Formats an instant in IST as spreadsheets sort it. */
export const csvTime = (at: string | null): CsvCell => (at === null ? null : `${dayKey(at)} ${timeKey(at)}`)

interface Progress {
  rows: number
  total: number | null
  slow: boolean
}

interface MadeFile {
  parts: string[]
  rows: number
}

/** Saves a file, all or none: shows progress after a second, and stops when asked or when the page is left. */
export function FileButton({
  name,
  fileName,
  type,
  label,
  of,
  total = null,
  make,
  onSaved,
}: {
  /** Names the export in the history; lower case. */
  name: string
  /** Default: `name` and today's date, a CSV file. */
  fileName?: string | undefined
  type: string
  label: string
  /** Ends the label for screen readers, where several are on a page. */
  of?: string | undefined
  /** Rows to come; null when that is not known before. */
  total?: number | null
  make: (reading: Omit<Required<Reading<never>>, 'line'>) => Promise<Result<MadeFile>>
  onSaved?: (() => void) | undefined
}) {
  const [progress, setProgress] = useState<Progress | null>(null)
  const running = useRef<AbortController | null>(null)
  const download = useRef<HTMLButtonElement>(null)
  useEffect(() => () => running.current?.abort(), [])

  const save = async () => {
    const mine = new AbortController()
    running.current = mine
    const slowFrom = Date.now() + SHOW_PROGRESS_AFTER_MS
    let now: Omit<Progress, 'slow'> = { rows: 0, total }
    const show = (): void => setProgress({ ...now, slow: Date.now() >= slowFrom })
    show()
    const timer = setTimeout(show, SHOW_PROGRESS_AFTER_MS)
    const result = await make({
      onRows: (rows, all) => {
        now = { rows, total: all ?? now.total }
        if (!mine.signal.aborted) show()
      },
      signal: mine.signal,
    })
    clearTimeout(timer)
    if (mine.signal.aborted) return
    // After a failure another request may be under way.
    mine.abort()
    setProgress(null)
    if (!result.ok) return toast.error(`The file was not made. ${whyFailed(result.failure)}`)
    saveFile(new Blob(result.value.parts), fileName ?? `${name}-${dayKey(Date.now())}.csv`, type)
    void noteExport(name, result.value.rows)
    onSaved?.()
    toast.success(counted(result.value.rows, 'row saved', 'rows saved'))
  }

  const stop = (): void => {
    running.current?.abort()
    setProgress(null)
    download.current?.focus()
    toast.show('Stopped. The file was not made.')
  }

  const slow = progress?.slow ? progress : null
  const all = slow && slow.total !== null ? Math.max(slow.total, slow.rows) : null
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <span role="status" className="text-2 text-muted tabular-nums empty:hidden">
        {slow && (all === null ? counted(slow.rows, 'row') : `${count(slow.rows)} of ${counted(all, 'row')}`)}
      </span>
      {slow ? (
        <>
          <progress
            className="h-2 w-24 accent-(--ink)"
            max={all ?? undefined}
            value={all === null ? undefined : slow.rows}
            aria-label="Rows read"
          />
          <Button kind="line" small onClick={stop}>
            Stop
          </Button>
        </>
      ) : null}
      <Button ref={download} kind="line" small busy={progress !== null} busyLabel="Reading..." onClick={save}>
        {label}
        {of ? <span className="sr-only"> {of}</span> : null}
      </Button>
    </span>
  )
}

/** Saves rows as a CSV file, as FileButton does. */
export function CsvButton<T>({
  name,
  fileName,
  total,
  columns,
  read,
  onSaved,
}: {
  /** Plural, lower case; begins the file name and names the export in the history. */
  name: string
  fileName?: string | undefined
  total: Pick<Page<unknown>, 'total' | 'more'>
  columns: readonly CsvColumn<T>[]
  /** Returns the lines of the file. */
  read: (reading: Required<Reading<T>>) => Promise<Result<string[]>>
  onSaved?: () => void
}) {
  return (
    <FileButton
      name={name}
      fileName={fileName}
      type="text/csv"
      label="Download CSV"
      total={total.more ? null : total.total}
      make={(reading) => makeCsv(columns, (line) => read({ ...reading, line }))}
      onSaved={onSaved}
    />
  )
}

/** Returns a CSV file with its head, from lines that `read` makes of rows. */
export async function makeCsv<T>(
  columns: readonly CsvColumn<T>[],
  read: (line: (row: T) => string) => Promise<Result<string[]>>,
): Promise<Result<MadeFile>> {
  const lines = await read((row) => csvLine(columns.map((column) => column.cell(row))))
  if (!lines.ok) return lines
  const head = csvLine(columns.map((column) => column.head))
  return ok({ parts: [CSV_BOM, head, ...lines.value], rows: lines.value.length })
}
