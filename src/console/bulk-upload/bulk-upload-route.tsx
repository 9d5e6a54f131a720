import { useRef, useState } from 'react'
import { importCatalogue, type ImportPreview } from '#shop/catalogue/import/import.api.ts'
import { importTemplate, TICKETS_PER_TYPE, type ImportedCatalogue } from '#shop/catalogue/import/bulk-import.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { announce } from '#ui/announce.tsx'
import { Button, ButtonLink } from '#ui/controls/button.tsx'
import { count } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { paths } from '#ui/paths.ts'
import { saveFile } from '#ui/browser/save-file.ts'
import { toast } from '#ui/toast.tsx'
import { FileDrop } from '../kit/file-drop.tsx'
import { PageHead } from '../kit/list/list-parts.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { ImportPreviewTable } from './import-preview-table.tsx'
import { readImportFile } from './read-import-file.ts'
import { counted } from '../kit/words/counted.ts'

const TEMPLATE_NAME = 'mehfil-concerts.json'
const MAX_PROBLEMS = 200

type Step =
  | { kind: 'choose' }
  | { kind: 'reading' | 'checking'; name: string }
  | { kind: 'problems'; name: string; problems: string[] }
  | { kind: 'refused'; name: string; why: string; again?: ImportedCatalogue }
  | { kind: 'preview' | 'importing'; name: string; catalogue: ImportedCatalogue; preview: ImportPreview; why?: string }
  | { kind: 'done'; name: string; preview: ImportPreview }

const templateText = `${JSON.stringify(importTemplate, null, 2)}\n`

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
        <Button kind="line" small onClick={() => saveFile(templateText, TEMPLATE_NAME, 'application/json')}>
          Download a template
        </Button>
      </PageHead>
      <FileDrop
        label="Choose a JSON file"
        hint="Or drop it here. It is checked first; you see what it will create before anything is stored."
        accept=".json,application/json"
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
      <Shape />
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

function Problems({ name, problems }: { name: string; problems: string[] }) {
  return (
    <Note kind="bad" className="mt-6" role="alert">
      <p className="font-strong">
        {counted(problems.length, 'problem')} in {name}. Nothing was imported.
      </p>
      <ul className="mt-2 grid gap-1 wrap-anywhere">
        {problems.slice(0, MAX_PROBLEMS).map((problem, at) => (
          <li key={at}>{problem}</li>
        ))}
      </ul>
      {problems.length > MAX_PROBLEMS ? (
        <p className="mt-1">And {count(problems.length - MAX_PROBLEMS)} more.</p>
      ) : null}
    </Note>
  )
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

function Shape() {
  return (
    <section aria-labelledby="import-shape" className="mt-10 max-w-[72ch]">
      <h2 id="import-shape" className="head-4">
        The file
      </h2>
      <p className="mt-2 text-muted">
        Singer, then city, then the concert, or a list of concerts for several nights in one city: date (YYYY-MM-DD),
        venue, and tickets with their price in rupees. Time (HH:MM), genre and state are optional: without a time the
        concert begins at 19:00 IST, and without a state it has that of its city if the city is large, or no local tax.
        Each ticket type gets {TICKETS_PER_TYPE} tickets, none sold. Missing singers are created. A concert that the
        shop already has, with the same singer, city, venue and time, is not created again; a different price is shown,
        not changed.
      </p>
      <pre
        // oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls, so the keyboard has to reach it
        tabIndex={0}
        aria-label="Example of a file"
        className="mt-3 overflow-x-auto rounded-control bg-sunk p-4 text-1"
      >
        {templateText}
      </pre>
    </section>
  )
}
