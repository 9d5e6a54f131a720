import { useDeferredValue, useRef, useState } from 'react'
import {
  addLayout,
  readLayout,
  updateLayout,
  type LayoutEdit,
  type StoredLayout,
} from '#shop/layouts/layouts-admin.api.ts'
import type { Failure } from '#platform/failure/failure.ts'
import { addSection, countSeats, moveSection, removeSection, type CellKind } from '#shop/layouts/layout-draft.ts'
import {
  checkLayout,
  MAX_LAYOUT_DESCRIPTION_CHARACTERS,
  MAX_LAYOUT_NAME_CHARACTERS,
  writeLayoutFile,
} from '#shop/layouts/layout-file.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { saveFile } from '#ui/browser/save-file.ts'
import { useAction } from '#ui/hooks/use-action.ts'
import { useKeydown } from '../kit/use-keydown.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { redo, startHistory, takeStep, undo, type Edit } from './layout-history.ts'
import { HallPlan } from './hall-plan.tsx'
import { LayoutPreview } from './layout-preview.tsx'
import { SectionList } from './section-list.tsx'
import { SectionTools } from './section-tools.tsx'
import { TemplateRow } from './template-row.tsx'
import { counted } from '../kit/words/counted.ts'

/** `stored` is null for a layout that is not stored yet; `notes` say what an imported file has that it cannot keep. */
export function LayoutEditor({
  stored,
  start,
  notes,
  onSaved,
}: {
  stored: StoredLayout | null
  start: LayoutEdit
  notes: readonly string[]
  onSaved: (id: string) => void
}) {
  const [seen, setSeen] = useState(stored)
  const [name, setName] = useState(start.name)
  const [description, setDescription] = useState(start.description)
  const [initial] = useState(start)
  const [history, setHistory] = useState(() => startHistory(initial.data))
  const [saved, setSaved] = useState<LayoutEdit | null>(stored)
  const [chosen, setChosen] = useState(0)
  const [tool, setTool] = useState<CellKind>('aisle')
  const [problems, setProblems] = useState<string[]>([])
  const freshId = useRef(newUuid())
  const data = history.present
  const shown = useDeferredValue(data)
  const index = Math.min(chosen, data.sections.length - 1)
  const changed = saved?.data !== data || saved.name !== name || saved.description !== description

  const edit: Edit = (change, group) => setHistory((now) => takeStep(now, change(now.present), group ?? null))

  useKeydown((event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    // In a field the browser has its own undo.
    if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select')) return
    const key = event.key.toLowerCase()
    if (key !== 'z' && key !== 'y') return
    event.preventDefault()
    setHistory(key === 'y' || event.shiftKey ? redo : undo)
  })

  // An untouched new layout has nothing to lose; a copy or an import has.
  useUnsavedWork(
    changed && (seen !== null || initial.name !== '' || name !== '' || description !== '' || data !== initial.data),
  )

  const { busy, failure, run, forget } = useAction(
    async (id: string, isNew: boolean, edited: LayoutEdit) => {
      const result = isNew || !seen ? await addLayout(id, edited) : await updateLayout(seen, edited)
      if (result.ok || result.failure.code === 'changed_meanwhile') {
        const now = await readLayout(id)
        if (now.ok) setSeen(now.value)
      }
      return result
    },
    { done: 'Layout saved', failed: 'Error saving layout' },
  )

  const save = async (asNew: boolean) => {
    if (busy) return
    const found = checkLayout(data)
    if (name.trim() === '') found.unshift('Name: write one')
    setProblems(found)
    forget()
    if (found.length > 0) return
    const id = asNew || !seen ? freshId.current : seen.id
    const result = await run(id, asNew, { name: name.trim(), description: description.trim(), data })
    if (!result?.ok) return
    freshId.current = newUuid()
    setSaved({ name, description, data })
    onSaved(id)
  }

  return (
    <div className="mt-6 grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid gap-x-8 gap-y-4 desk:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_190px]">
        <TextField
          label="Name"
          required
          maxLength={MAX_LAYOUT_NAME_CHARACTERS}
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Description"
          maxLength={MAX_LAYOUT_DESCRIPTION_CHARACTERS}
          autoComplete="off"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <SelectField
          label="Stage"
          value={data.stage}
          onChange={(event) => edit((now) => ({ ...now, stage: event.target.value }))}
        >
          <option value="top">Above the seats</option>
          <option value="bottom">Below the seats</option>
        </SelectField>
      </div>
      {seen === null && initial.name === '' ? <TemplateRow onChoose={(hall) => edit(() => hall)} /> : null}
      {seen === null ? <Findings title="The file was read, and this is different here" list={notes} /> : null}
      <Findings bad title="This cannot be saved yet" list={problems} />
      {failure ? (
        <Note kind="bad" role="alert">
          <p className="font-strong">Error saving layout</p>
          <p>{whyRefused(failure)}</p>
          <Button kind="line" small className="mt-2" onClick={() => save(true)}>
            Save as a new layout
          </Button>
        </Note>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button busy={busy} busyLabel="Saving..." onClick={() => save(false)}>
          Save layout
        </Button>
        <Button kind="line" disabled={history.past.length === 0} onClick={() => setHistory(undo)}>
          Undo
        </Button>
        <Button kind="line" disabled={history.future.length === 0} onClick={() => setHistory(redo)}>
          Redo
        </Button>
        <Button
          kind="line"
          onClick={() =>
            saveFile(writeLayoutFile(name || 'Hall', description, data), 'hall.layout.json', 'application/json')
          }
        >
          Export
        </Button>
        <span className="text-2 text-muted tabular-nums" role="status">
          {counted(countSeats(data.sections), 'seat')}
          {changed ? ', not saved' : ''}
        </span>
      </div>
      {seen && seen.usedBy > 0 ? (
        <Note kind="info">
          Ticket categories sell this hall. Once one of its seats is held or sold, the plan stays as it is; its name may
          change.
        </Note>
      ) : null}
      <div className="grid gap-8 desk:grid-cols-[260px_minmax(0,1fr)]">
        <SectionList
          sections={data.sections}
          chosen={index}
          onChoose={setChosen}
          onMove={(from, to) => {
            edit((now) => moveSection(now, from, to))
            if (to >= 0 && to < data.sections.length) setChosen(to)
          }}
          onAdd={() => {
            edit(addSection)
            setChosen(data.sections.length)
          }}
          onRemove={() => {
            edit((now) => removeSection(now, index))
            setChosen(Math.max(0, index - 1))
          }}
        />
        <SectionTools key={index} data={data} index={index} tool={tool} onTool={setTool} edit={edit} />
      </div>
      <section aria-labelledby="layout-plan">
        <h2 id="layout-plan" className="head-4">
          Where the sections are
        </h2>
        <p className="text-1 text-muted">
          Drag a section. By keyboard: arrows move it by half a seat, [ and ] turn it by 5°.
        </p>
        <HallPlan data={data} chosen={index} onChoose={setChosen} edit={edit} />
      </section>
      <section aria-labelledby="layout-preview">
        <h2 id="layout-preview" className="head-4">
          As customers see it
        </h2>
        <LayoutPreview name={name || 'this layout'} data={shown} className="mt-3 h-[440px]" />
      </section>
    </div>
  )
}

const MAX_FINDINGS = 20

function Findings({ bad = false, title, list }: { bad?: boolean; title: string; list: readonly string[] }) {
  if (list.length === 0) return null
  const more = list.length - MAX_FINDINGS
  return (
    <Note kind={bad ? 'bad' : 'warn'} role={bad ? 'alert' : 'status'}>
      <p className="font-strong">{title}</p>
      <ul className="wrap-anywhere">
        {list.slice(0, MAX_FINDINGS).map((finding) => (
          <li key={finding}>{finding}</li>
        ))}
      </ul>
      {more > 0 ? <p>And {more} more.</p> : null}
    </Note>
  )
}

function whyRefused(failure: Failure): string {
  if (failure.code === 'seats_claimed')
    return 'Seats of this hall are held, under review or sold, so the plan has to stay. Its name may change; a changed plan can be saved as a new layout.'
  if (failure.code === 'in_use')
    return `A ticket category sells section ${String(failure.detail)}, so it needs a seat that can be sold.`
  if (failure.code === 'changed_meanwhile')
    return 'Someone saved this layout meanwhile. Your plan is kept here: save again to replace theirs, or save it as a new layout.'
  return whyFailed(failure)
}
