import { useRef, useState } from 'react'
import { noteExport } from '#shop/history/history.api.ts'
import type { Page } from '#platform/supabase/list-query.ts'
import { csvFile, type CsvCell } from '#platform/text/csv.ts'
import type { Result } from '#platform/failure/failure.ts'
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
  /** Default: `name` and today's date. */
  fileName?: string | undefined
  total: Pick<Page<unknown>, 'total' | 'more'>
  columns: readonly CsvColumn<T>[]
  read: (onRows: (n: number) => void) => Promise<Result<T[]>>
  onSaved?: () => void
}) {
  const [progress, setProgress] = useState<{ rows: number; slow: boolean } | null>(null)
  const place = useRef<HTMLSpanElement>(null)

  const save = async () => {
    if (progress) return
    const slowFrom = Date.now() + SHOW_PROGRESS_AFTER_MS
    let rows = 0
    const show = (): void => setProgress({ rows, slow: Date.now() >= slowFrom })
    show()
    const timer = setTimeout(show, SHOW_PROGRESS_AFTER_MS)
    const result = await read((n) => {
      rows = n
      if (place.current) show()
    })
    clearTimeout(timer)
    if (!place.current) return
    setProgress(null)
    if (!result.ok) return toast.error(`The file was not made. ${whyFailed(result.failure)}`)
    const lines = result.value.map((row) => columns.map((column) => column.cell(row)))
    const file = csvFile(
      columns.map((column) => column.head),
      lines,
    )
    saveFile(file, fileName ?? `${name}-${dayKey(Date.now())}.csv`, 'text/csv')
    void noteExport(name, lines.length)
    onSaved?.()
    toast.success(counted(lines.length, 'row saved', 'rows saved'))
  }

  const rows = progress?.rows ?? 0
  const share = total.more ? counted(rows, 'row') : `${count(rows)} of ${counted(Math.max(total.total, rows), 'row')}`
  return (
    <span ref={place} className="flex items-center gap-3">
      <span role="status" className="text-2 text-muted tabular-nums empty:-mr-3">
        {progress?.slow ? share : null}
      </span>
      <Button kind="line" small busy={progress !== null} busyLabel="Reading..." onClick={save}>
        Download CSV
      </Button>
    </span>
  )
}
