import { repeatedKeys } from '#platform/text/json-keys.ts'
import {
  MAX_IMPORT_FILE_BYTES,
  pathOf,
  readCatalogue,
  type ImportedCatalogue,
} from '#shop/catalogue/import/bulk-import.ts'

export type ImportFile =
  | { kind: 'good'; catalogue: ImportedCatalogue; concerts: number }
  | { kind: 'problems'; problems: string[] }
  | { kind: 'unreadable' }
  | { kind: 'wrong'; why: string }

/** Reads and checks a chosen file on the device; sends nothing. */
export async function readImportFile(file: Pick<File, 'name' | 'size' | 'text'>): Promise<ImportFile> {
  if (!file.name.toLowerCase().endsWith('.json')) return { kind: 'wrong', why: 'Choose a .json file.' }
  if (file.size > MAX_IMPORT_FILE_BYTES)
    return { kind: 'wrong', why: 'The file is larger than 5 MB. Split it into several.' }
  let text
  try {
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
