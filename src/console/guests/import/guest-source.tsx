import { useState } from 'react'
import { readCsvTable } from '#platform/text/csv.ts'
import { MAX_GUEST_FILE_BYTES } from '#shop/guests/guest-file.ts'
import { guestTableOf, type GuestTable } from '#shop/guests/guest-head.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextArea } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { FileDrop } from '../../kit/file-drop.tsx'
import { readInWorker } from '../../kit/sheet/read-in-worker.ts'
import type { Sheet } from '../../kit/sheet/read-sheets.ts'
import { SHEET_TYPES, whyRefused } from '../../kit/sheet/sheet-words.ts'

/** Where the guests come from: typed text, or a sheet of a file. */
export interface Source {
  text: string
  file: { name: string; sheets: readonly Sheet[]; sheet: number } | null
}

export const noSource: Source = { text: '', file: null }

/** Returns the table of a source; null without a row. */
export function tableOf({ text, file }: Source): GuestTable | null {
  const { rows, openQuote } = file ? file.sheets[file.sheet]! : readCsvTable(text)
  return guestTableOf(rows, openQuote)
}

/** Takes guests as typed lines, or as a text file or workbook. */
export function GuestSource({ source, onSource }: { source: Source; onSource: (source: Source) => void }) {
  const [wrong, setWrong] = useState<string>()
  const [reading, setReading] = useState(false)
  const { text, file } = source

  const choose = async (chosen: File) => {
    setWrong(undefined)
    if (chosen.size > MAX_GUEST_FILE_BYTES) return setWrong('The file is larger than 5 MB. Split it into several.')
    setReading(true)
    try {
      const read = await readInWorker(await chosen.arrayBuffer())
      if ('refused' in read) return setWrong(whyRefused[read.refused])
      const sheet = Math.max(
        0,
        read.sheets.findIndex(({ rows }) => guestTableOf(rows)?.isHead),
      )
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
          label="Guests"
          hint="One a line: name, contact, number, list. Only the name is needed."
          value={text}
          rows={5}
          spellCheck={false}
          data-autofocus
          placeholder={'Meera Joshi, 98200 12345, 2, Press\nRavi Kumar'}
          onChange={(change) => onSource({ text: change.target.value, file: null })}
        />
      )}
      <FileDrop
        label={file ? 'Choose another file' : 'Or choose a file'}
        hint="A ticket system’s list of attendees, answers of a form, or a spreadsheet: CSV, text or Excel (.xlsx). It stays on this device; only the guests are sent."
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
