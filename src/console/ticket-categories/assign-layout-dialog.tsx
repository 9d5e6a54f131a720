import { assignLayout, readSectionOwners } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { SelectField } from '#ui/controls/field.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { layoutOptions, SectionChoice } from './section-choice.tsx'
import { layoutInUse } from './section-owners.ts'
import { FormDialog } from '../kit/form/form-dialog.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'

/** With no section ticked, the category gets all that are free at its event. */
export function AssignLayoutDialog({
  category,
  layouts,
  onClose,
  onDone,
}: {
  category: CategoryListRow
  layouts: readonly LayoutRow[]
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const read = useLoaded(category.eventId, () => readSectionOwners(category.eventId))
  const owners = (read.value ?? []).filter(({ categoryId }) => categoryId !== category.id)
  const used = layoutInUse(owners)
  const form = useForm({
    start: { layoutId: category.layout?.id ?? '', sections: category.layout?.sections ?? [] },
    read: ({ layoutId, sections }) =>
      problemsIn({ layoutId: !layouts.some(({ id }) => id === layoutId) && 'Choose a layout.' }) ?? {
        layoutId,
        sections,
      },
    save: ({ layoutId, sections }) => assignLayout(category.id, layoutId, sections.length > 0 ? sections : ['all']),
    onSaved: () => {
      onClose()
      void onDone()
    },
    onRefused: () => {
      void read.reload()
      return {}
    },
    isUnsaved: ({ layoutId }) => layoutId !== (category.layout?.id ?? ''),
    onClose,
    done: 'Layout assigned successfully',
    failed: 'Error assigning layout',
  })
  const { draft, change, field } = form
  const layout = layouts.find(({ id }) => id === draft.layoutId)
  return (
    <FormDialog
      form={form}
      question={`Layout for ${category.name}`}
      confirmLabel="Assign Layout"
      saving="Assigning..."
      onClose={onClose}
    >
      <div className="grid gap-4">
        <SelectField
          {...field('layoutId')}
          label="Layout"
          onChange={({ target }) => change({ layoutId: target.value, sections: [] })}
        >
          <option value="">Choose a layout</option>
          {layoutOptions(layouts, used)}
        </SelectField>
        {layout ? (
          <div>
            <SectionChoice
              layout={layout}
              owners={owners}
              chosen={draft.sections}
              onChange={(sections) => change({ sections })}
            />
            <p className="text-1 text-muted">With none ticked, it gets every section still free at this event.</p>
          </div>
        ) : null}
      </div>
    </FormDialog>
  )
}
