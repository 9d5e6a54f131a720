import { useRef, useState } from 'react'
import { importCatalogue, type ImportPreview } from '#shop/catalogue/import/import.api.ts'
import type { ImportedCatalogue } from '#shop/catalogue/import/bulk-import.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { announce } from '#ui/announce.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { toast } from '#ui/toast.tsx'
import { FileDrop } from '../kit/file-drop.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { SHEET_TYPES } from '../kit/sheet/sheet-words.ts'
import type { Sheet } from '../kit/sheet/read-sheets.ts'
import { ConcertSheet } from './concert-sheet.tsx'
import { ImportPreviewTable } from './import-preview-table.tsx'
import { ImportShape, Problems, saveSheetTemplate, saveTemplate, readImportFile } from './import-shape.tsx'
import { counted } from '../kit/words/counted.ts'

type Step =
  | { kind: 'choose' }
  | { kind: 'reading' | 'checking'; name: string }
  | { kind: 'sheet'; turn: number; name: string; sheets: readonly Sheet[] }
  | { kind: 'problems'; name: string; problems: string[] }
  | { kind: 'refused'; name: string; why: string; again?: ImportedCatalogue }
  | { kind: 'preview' | 'importing'; name: string; catalogue: ImportedCatalogue; preview: ImportPreview; why?: string }
  | { kind: 'done'; name: string; preview: ImportPreview }

export function BulkUploadRoute() {
  usePageTitle('Bulk Upload', 'admin')
  const [step, setStep] = useState<Step>({ kind: 'choose' })
  const turn = useRef(0)

  const check = async (name: string, catalogue: ImportedCatalogue) => {
    const mine = ++turn.current
    setStep({ kind: 'checking', name })
    const result = await importCatalogue(catalogue, true)
    if (mine !== turn.current) return
    if (!result.ok) {
      toast.error('Error processing file')
      setStep({ kind: 'refused', name, why: whyFailed(result.failure), again: catalogue })
      return
    }
    if (result.value.problems.length > 0) return showProblems(name, result.value.problems)
    announce('The file is checked. Nothing has been imported yet.')
    setStep({ kind: 'preview', name, catalogue, preview: result.value })
  }

  const showProblems = (name: string, problems: string[]) => {
    toast.error('Error processing file')
    setStep({ kind: 'problems', name, problems })
  }

  const choose = async (file: File) => {
    const { name } = file
    const mine = ++turn.current
    setStep({ kind: 'reading', name })
    const read = await readImportFile(file)
    if (mine !== turn.current) return
    if (read.kind === 'good') return check(name, read.catalogue)
    if (read.kind === 'sheets') return setStep({ kind: 'sheet', turn: mine, name, sheets: read.sheets })
    if (read.kind === 'problems') return showProblems(name, read.problems)
    if (read.kind === 'unreadable') {
      toast.error('Error reading file')
      setStep({ kind: 'refused', name, why: 'Error reading file. Choose it again.' })
      return
    }
    toast.error('Error processing file')
    setStep({ kind: 'refused', name, why: read.why })
  }

  const confirm = async () => {
    if (step.kind !== 'preview') return
    const { name, catalogue, preview } = step
    setStep({ ...step, kind: 'importing', why: undefined })
    const result = await importCatalogue(catalogue, false)
    if (result.ok) {
      toast.success('Data imported successfully')
      setStep({ kind: 'done', name, preview: result.value })
      return
    }
    const found = problemsOf(result.failure)
    if (found) return showProblems(name, found)
    toast.error('Error processing file')
    setStep({ kind: 'preview', name, catalogue, preview, why: whyFailed(result.failure) })
  }

  const busy = step.kind === 'reading' || step.kind === 'checking' || step.kind === 'importing'
  return (
    <>
      <PageHead title="Bulk Upload">
        <Button kind="line" small onClick={saveTemplate}>
          Download a template
        </Button>
        <Button kind="line" small onClick={saveSheetTemplate}>
          Spreadsheet template
        </Button>
      </PageHead>
      <FileDrop
        label="Choose a JSON file or a spreadsheet"
        hint="Or drop it here: JSON, CSV or Excel (.xlsx). It is checked first; you see what it will create before anything is stored."
        accept={`.json,application/json,${SHEET_TYPES}`}
        busy={busy}
        onChoose={choose}
      />
      {busy ? (
        <div className="mt-6 max-w-[60ch]" role="status">
          <p id="import-progress" className="text-2">
            {progressOf(step)}
          </p>
          <progress aria-labelledby="import-progress" className="mt-2 h-2 w-full accent-(--ink)" />
        </div>
      ) : null}
      {step.kind === 'refused' ? (
        <Note kind="bad" className="mt-6" role="alert">
          <p className="font-strong">{step.name} was not imported</p>
          <p className="wrap-anywhere">{step.why}</p>
          {step.again ? (
            <Button kind="line" small className="mt-2" onClick={() => step.again && check(step.name, step.again)}>
              Try Again
            </Button>
          ) : null}
        </Note>
      ) : null}
      {step.kind === 'sheet' ? (
        <ConcertSheet
          key={step.turn}
          name={step.name}
          sheets={step.sheets}
          onCheck={(catalogue) => void check(step.name, catalogue)}
          onDiscard={() => setStep({ kind: 'choose' })}
        />
      ) : null}
      {step.kind === 'problems' ? <Problems name={step.name} problems={step.problems} /> : null}
      {step.kind === 'preview' || step.kind === 'importing' ? (
        <Preview step={step} onConfirm={confirm} onDiscard={() => setStep({ kind: 'choose' })} />
      ) : null}
      {step.kind === 'done' ? (
        <Note kind="ok" className="mt-6">
          <p className="font-strong">Data imported successfully</p>
          <p>{whatOf(step.preview, 'created')}</p>
          <ButtonLink kind="line" small className="mt-2" to={paths.adminEvents}>
            Go to events
          </ButtonLink>
        </Note>
      ) : null}
      <ImportShape />
    </>
  )
}

function progressOf(step: Step): string {
  if (step.kind === 'importing') return `Importing ${counted(step.preview.events.length, 'concert')}`
  if (step.kind === 'reading') return `Reading ${step.name}`
  return step.kind === 'checking' ? `Checking ${step.name}` : ''
}

function problemsOf(failure: Failure): string[] | null {
  if (failure.code !== 'invalid' || !Array.isArray(failure.detail)) return null
  return failure.detail.filter((one): one is string => typeof one === 'string')
}

function whatOf({ created, events }: ImportPreview, verb: 'created' | 'to create'): string {
  if (created.singers + created.events + created.categories === 0)
    return `Nothing ${verb}: the shop has ${events.length === 1 ? 'this concert' : `all ${counted(events.length, 'concert')}`} already.`
  return `${counted(created.singers, 'singer')}, ${counted(created.events, 'event')} and ${counted(
    created.categories,
    'ticket category',
    'ticket categories',
  )} ${verb}.`
}

function Preview({
  step,
  onConfirm,
  onDiscard,
}: {
  step: Extract<Step, { kind: 'preview' | 'importing' }>
  onConfirm: () => void
  onDiscard: () => void
}) {
  const { preview, name, why } = step
  const { created } = preview
  const nothing = created.singers + created.events + created.categories === 0
  return (
    <section aria-labelledby="import-preview" className="mt-6">
      <h2 id="import-preview" className="head-4">
        What {name} will create
      </h2>
      <p className="mt-1">{whatOf(preview, 'to create')}</p>
      {why ? (
        <Note kind="bad" className="mt-3" role="alert">
          <p className="font-strong">Error processing file</p>
          <p>{why} Importing again creates nothing twice.</p>
        </Note>
      ) : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button busy={step.kind === 'importing'} busyLabel="Importing..." disabled={nothing} onClick={onConfirm}>
          Import
        </Button>
        <Button kind="line" disabled={step.kind === 'importing'} onClick={onDiscard}>
          {nothing ? 'Close' : 'Discard'}
        </Button>
      </div>
      <ImportPreviewTable preview={preview} />
    </section>
  )
}
