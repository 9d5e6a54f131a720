import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Makes an empty folder, which goes with the tests of its file. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mehfil-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
