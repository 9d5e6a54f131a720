import { useState } from 'react'
import { assignLayout, type CategoryListRow } from '#backend/categories-admin-api.ts'
import type { LayoutRow } from '#backend/catalogue-api.ts'
import type { Failure } from '#domain/failure.ts'
import { ConfirmDialog } from '#ui/confirm.tsx'
import { CheckField, SelectField } from '#ui/field.tsx'
import { count } from '#ui/format.ts'
import { Note } from '#ui/note.tsx'
import { toast } from '#ui/toast.tsx'
import { whyFailed } from '../why-failed.ts'

/** Which sections of which hall the category sells; without a choice, all that are still free at its event. */
export function AssignLayoutDialog({
  category,
  layouts,
  open,
  onClose,
  onDone,
}: {
  category: CategoryListRow
  layouts: readonly LayoutRow[]
  open: boolean
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const [layoutId, setLayoutId] = useState(category.layout?.id ?? '')
  const [sections, setSections] = useState<string[]>(category.layout?.sections ?? [])
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<Failure | null>(null)
  const [busy, setBusy] = useState(false)
  const layout = layouts.find(({ id }) => id === layoutId)

  const close = () => {
    setFailure(null)
    setProblem(undefined)
    onClose()
  }
  const confirm = async () => {
    if (busy) return
    if (!layout) return setProblem('Choose a layout.')
    setProblem(undefined)
    setBusy(true)
    const result = await assignLayout(category.id, layout.id, sections.length > 0 ? sections : ['all'])
    setBusy(false)
    if (!result.ok) {
      toast.error('Error assigning layout')
      setFailure(result.failure)
      return
    }
    toast.success('Layout assigned successfully')
    close()
    void onDone()
  }

  return (
    <ConfirmDialog
      open={open}
      question={`Layout for ${category.name}`}
      confirmLabel="Assign Layout"
      kind="solid"
      busy={busy}
      busyLabel="Assigning..."
      onConfirm={confirm}
      onCancel={close}
    >
      <div className="grid gap-4">
        {failure ? (
          <Note kind="bad" role="alert">
            {whyFailed(failure)}
          </Note>
        ) : null}
        <SelectField
          label="Layout"
          value={layoutId}
          error={problem}
          onChange={(event) => {
            setLayoutId(event.target.value)
            setSections([])
          }}
        >
          <option value="">Choose a layout</option>
          {layouts.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
        {layout ? (
          <fieldset>
            <legend className="text-2 font-strong">Sections</legend>
            <p className="text-1 text-muted">
              With none ticked it gets every section that is still free at this event.
            </p>
            {layout.sections.map((section) => (
              <CheckField
                key={section.code}
                label={`${section.name} (${section.code}), ${count(sellable(section))} seats`}
                checked={sections.includes(section.code)}
                onChange={(event) =>
                  setSections((now) =>
                    event.target.checked ? [...now, section.code] : now.filter((code) => code !== section.code),
                  )
                }
              />
            ))}
          </fieldset>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}

const sellable = (section: LayoutRow['sections'][number]): number =>
  section.rows.reduce(
    (sum, row) => sum + row.seats.filter((seat) => seat !== null && !row.blocked?.includes(seat)).length,
    0,
  )
