import { backupTables, readBackupTable } from '#shop/upkeep/backup.api.ts'
import { ok, type Result } from '#platform/failure/failure.ts'

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
