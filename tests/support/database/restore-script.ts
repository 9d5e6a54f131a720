import { readFileSync } from 'node:fs'

export function restoreScript(file: string): string {
  const page = readFileSync(new URL('../../../docs/backup.md', import.meta.url), 'utf8')
  const [, script] = /```sql\n(.*?)```/s.exec(page) ?? []
  const read = "pg_read_file('/path/mehfil-backup.json')"
  if (!script?.includes(read)) throw new Error('docs/backup.md has no such script')
  return script.replace(read, () => `'${file.replaceAll("'", "''")}'`)
}
