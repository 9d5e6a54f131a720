import { FailureNote } from '../kit/form/form-frame.tsx'
import { useState } from 'react'
import { assignLayout, readSectionOwners } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { SelectField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { layoutOptions, SectionChoice } from './section-choice.tsx'
import { layoutInUse } from './section-owners.ts'
import { useAskingClose } from '../kit/unsaved-work.ts'

/** With no section ticked, the category gets all that are free at its event. */
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
  const layout = layouts.find(({ id }) => id === layoutId)
  const read = useLoaded(open ? category.eventId : '', () => readSectionOwners(category.eventId))
  const owners = (read.value ?? []).filter(({ categoryId }) => categoryId !== category.id)
  const used = layoutInUse(owners)
  const { busy, failure, run, forget } = useAction(
    (chosen: LayoutRow) => assignLayout(category.id, chosen.id, sections.length > 0 ? sections : ['all']),
    { done: 'Layout assigned successfully', failed: 'Error assigning layout' },
  )

  const close = () => {
    forget()
    setProblem(undefined)
    onClose()
  }
  const ask = useAskingClose(open && layoutId !== (category.layout?.id ?? ''), close)
  const confirm = async () => {
    if (!layout) return setProblem('Choose a layout.')
    setProblem(undefined)
    const result = await run(layout)
    if (!result) return
    if (!result.ok) return void read.reload()
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
      onClose={ask}
    >
      <div className="grid gap-4">
        <FailureNote failure={failure} />
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
          {layoutOptions(layouts, used)}
        </SelectField>
        {layout ? (
          <div>
            <SectionChoice layout={layout} owners={owners} chosen={sections} onChange={setSections} />
            <p className="text-1 text-muted">With none ticked, it gets every section still free at this event.</p>
          </div>
        ) : null}
      </div>
    </ConfirmDialog>
  )
}
