import { expect, it } from 'vitest'
import { backupTables } from '#shop/upkeep/backup.api.ts'
import { failed, ok } from '#platform/failure/failure.ts'
import { makeBackup } from './backup-section.tsx'

const at = new Date('2026-11-20T06:30:00Z')

it('a backup is one JSON file of every table, over any number of pages', async () => {
  const read = async (name: string, onRows: (rows: { id: string }[]) => void) => {
    if (name === 'singers') {
      onRows([{ id: 'a' }, { id: '"b"' }])
      onRows([{ id: 'c\n' }])
    }
    return ok(0)
  }
  const made = await makeBackup(at, () => undefined, read)
  expect(made.ok && made.value.rows).toBe(3)
  const file = JSON.parse(made.ok ? made.value.parts.join('') : '')
  expect(file).toMatchObject({ format: 'mehfil-backup/1', created_at: '2026-11-20T06:30:00.000Z' })
  expect(Object.keys(file.tables)).toEqual(Object.keys(backupTables))
  expect(file.tables.singers).toEqual([{ id: 'a' }, { id: '"b"' }, { id: 'c\n' }])
  expect(file.tables.events).toEqual([])
})

it('a backup fails when a table cannot be read', async () => {
  const made = await makeBackup(
    at,
    () => undefined,
    async (name) => (name === 'staff' ? failed('unreachable') : ok(0)),
  )
  expect(made).toMatchObject({ ok: false, failure: { code: 'unreachable' } })
})
