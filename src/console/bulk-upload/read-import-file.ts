import { repeatedKeys } from '#platform/text/json-keys.ts'
import { readInWorker } from '../kit/sheet/read-in-worker.ts'
import type { Sheet } from '../kit/sheet/read-sheets.ts'
import { whyRefused } from '../kit/sheet/sheet-words.ts'
import {
  MAX_IMPORT_FILE_BYTES,
  pathOf,
  readCatalogue,
  type ImportedCatalogue,
} from '#shop/catalogue/import/bulk-import.ts'

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
