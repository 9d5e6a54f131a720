import { readdirSync } from 'node:fs'
import type { Difference } from './difference.ts'

/** Returns the next file name, of today or later: '20261125000100_names_of_gates.sql'. */
export function nextName(folder: string, about: string, today: Date): string {
  const last =
    readdirSync(folder)
      .filter((name) => name.endsWith('.sql'))
      .sort()
      .at(-1)
      ?.slice(0, 14) ?? '0'
  const first = `${today.toISOString().slice(0, 10).replaceAll('-', '')}000100`
  const next = last < first ? first : String(BigInt(last) + 100n)
  return `${next}_${about}.sql`
}

/** Writes a migration, which ends by putting all rights into force. */
export function migrationText({ statements, byHand }: Difference): string {
  const parts = [
    '-- Written from supabase/schema by `npm run migration`.',
    ...(byHand.length > 0 ? [`-- BY HAND: ${byHand.join('\n-- BY HAND: ')}`] : []),
    '-- A function may call one that comes after it.\nset check_function_bodies = off;',
    ...statements.map((statement) => `${statement.trimEnd()};`),
    'reset check_function_bodies;',
    'select private.restate_rights();',
  ]
  return `${parts.join('\n\n')}\n`
}

/** Writes the first migration: the files of supabase/schema, one after the other. */
export function baselineText(files: readonly { file: string; text: string }[]): string {
  const parts = [
    '-- Generated from supabase/schema by `npm run migration -- --baseline`. Read that folder, not this file.',
    '-- A function may call one that comes after it.\nset check_function_bodies = off;',
    ...files.map(({ file, text }) => `-- supabase/schema/${file}\n\n${text.trim()}`),
    'reset check_function_bodies;',
  ]
  return `${parts.join('\n\n')}\n`
}
