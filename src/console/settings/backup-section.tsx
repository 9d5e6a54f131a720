import { FailureNote } from '../kit/form/form-frame.tsx'
import { backupTables, readBackupTable } from '#shop/upkeep/backup.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'
import { useState } from 'react'
import { noteExport } from '#shop/history/history.api.ts'
import { dayKey, timeKey } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { saveFile } from '#ui/browser/save-file.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { counted } from '../kit/words/counted.ts'

/** docs/backup.md describes the format. */
const BACKUP_FORMAT = 'mehfil-backup/1'

export interface BackupProgress {
  table: number
  tables: number
  name: string
  rows: number
}

/** Returns parts for a Blob: one string could be too long. Fails with the first table that cannot be read. */
export async function makeBackup(
  at: Date,
  onProgress: (progress: BackupProgress) => void,
  read: typeof readBackupTable = readBackupTable,
): Promise<Result<{ parts: string[]; rows: number }>> {
  const names = Object.keys(backupTables)
  const parts = [`{"format":"${BACKUP_FORMAT}","created_at":"${at.toISOString()}","tables":{`]
  let rows = 0
  for (const [index, name] of names.entries()) {
    let before = 0
    onProgress({ table: index + 1, tables: names.length, name, rows })
    parts.push(`${index > 0 ? ',' : ''}\n${JSON.stringify(name)}:[`)
    // oxlint-disable-next-line no-await-in-loop -- one table after the other, parents first
    const result = await read(name, (page) => {
      parts.push(page.map((row, at) => `${before + at > 0 ? ',' : ''}\n${JSON.stringify(row)}`).join(''))
      before += page.length
      rows += page.length
      onProgress({ table: index + 1, tables: names.length, name, rows })
    })
    if (!result.ok) return result
    parts.push(']')
  }
  parts.push('}}\n')
  return ok({ parts, rows })
}

export function BackupSection() {
  const [progress, setProgress] = useState<BackupProgress | null>(null)
  const { failure, run, forget } = useAction((now: Date) => makeBackup(now, setProgress), {
    done: 'Backup downloaded',
    failed: 'Error making the backup',
  })
  const [done, setDone] = useState<string | null>(null)

  const download = async () => {
    if (progress) return
    forget()
    setDone(null)
    const now = new Date()
    const made = await run(now)
    setProgress(null)
    if (!made?.ok) return
    const name = `mehfil-backup-${dayKey(now)}-${timeKey(now).replace(':', '')}.json`
    saveFile(new Blob(made.value.parts), name, 'application/json')
    setDone(`${name}, ${counted(made.value.rows, 'row')}`)
    void noteExport('backup', made.value.rows)
  }

  return (
    <section aria-labelledby="backup-title" className="grid max-w-[60ch] gap-3">
      <h2 id="backup-title" className="head-4">
        Backup
      </h2>
      <p className="text-2 text-muted">
        Catalogue, layouts, settings, people, payments, tickets, scans and the history, as one JSON file. It holds names
        and mail addresses of customers: keep it where only you can read it. Screenshots, passwords and the keys that
        sign tickets are not in it.
      </p>
      <FailureNote failure={failure} title="Error making the backup" />
      {progress ? (
        <div>
          <p id="backup-progress" className="text-2 tabular-nums">
            Reading {progress.name.replaceAll('_', ' ')}, {counted(progress.rows, 'row')} so far
          </p>
          <progress
            aria-labelledby="backup-progress"
            className="mt-2 h-2 w-full accent-(--ink)"
            max={progress.tables}
            value={progress.table - 1}
          />
        </div>
      ) : null}
      {done ? (
        <Note kind="ok" role="status">
          Downloaded {done}
        </Note>
      ) : null}
      <div>
        <Button kind="line" busy={progress !== null} busyLabel="Reading..." onClick={download}>
          Download backup
        </Button>
      </div>
    </section>
  )
}
