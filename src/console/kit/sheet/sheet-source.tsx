import { useState } from 'react'
import { readCsvTable, type CsvTable } from '#platform/text/csv.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextArea } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { FileDrop } from '../file-drop.tsx'
import { readInWorker } from './read-in-worker.ts'
import type { Sheet } from './read-sheets.ts'
import { SHEET_TYPES, whyRefused } from './sheet-words.ts'

/** Where rows come from: typed text, or a sheet of a file. */
export interface Source {
  text: string
  file: { name: string; sheets: readonly Sheet[]; sheet: number } | null
}

export const noSource: Source = { text: '', file: null }

/** Returns the rows of a source. */
export const rowsOf = ({ text, file }: Source): CsvTable => (file ? file.sheets[file.sheet]! : readCsvTable(text))

/** Takes rows as typed lines, or as a text file or workbook, of which `isTable` chooses the first sheet. */
export function SheetSource({
  source,
  onSource,
  label,
  hint,
  placeholder,
  error,
  fileHint,
  maxBytes,
  isTable,
}: {
  source: Source
  onSource: (source: Source) => void
  /** Of the typed lines. */
  label: string
  hint: string
  placeholder: string
  error?: string | undefined
  fileHint: string
  maxBytes: number
  isTable: (sheet: Sheet) => boolean
}) {
  const [wrong, setWrong] = useState<string>()
  const [reading, setReading] = useState(false)
  const { text, file } = source

  const choose = async (chosen: File) => {
    setWrong(undefined)
    if (chosen.size > maxBytes)
      return setWrong(`The file is larger than ${maxBytes / 1024 / 1024} MB. Split it into several.`)
    setReading(true)
    try {
      const read = await readInWorker(await chosen.arrayBuffer())
      if ('refused' in read) return setWrong(whyRefused[read.refused])
      const sheet = Math.max(0, read.sheets.findIndex(isTable))
      if (!read.sheets[sheet]) return setWrong(whyRefused.damaged)
      onSource({ text: '', file: { name: chosen.name, sheets: read.sheets, sheet } })
    } catch {
      setWrong('The file could not be read. Choose it again.')
    } finally {
      setReading(false)
    }
  }

  return (
    <>
      {file ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="font-strong wrap-anywhere">{file.name}</p>
          <Button kind="line" small onClick={() => onSource(noSource)}>
            Remove the file
          </Button>
          {file.sheets.length > 1 ? (
            <SelectField
              label="Sheet"
              value={file.sheet}
              onChange={(change) => onSource({ text, file: { ...file, sheet: Number(change.target.value) } })}
            >
              {file.sheets.map(({ name }, at) => (
                <option key={name} value={at}>
                  {name}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>
      ) : (
        <TextArea
          name="text"
          label={label}
          hint={hint}
          error={error}
          value={text}
          rows={5}
          spellCheck={false}
          data-autofocus
          placeholder={placeholder}
          onChange={(change) => onSource({ text: change.target.value, file: null })}
        />
      )}
      <FileDrop
        label={file ? 'Choose another file' : 'Or choose a file'}
        hint={fileHint}
        accept={SHEET_TYPES}
        busy={reading}
        onChoose={(chosen) => void choose(chosen)}
      />
      {wrong ? (
        <Note kind="bad" role="alert">
          {wrong}
        </Note>
      ) : null}
    </>
  )
}
