import { FailureNote } from '../kit/form/form-frame.tsx'
import { useRef, useState } from 'react'
import { addCategory, readSectionOwners, type NewCategory } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { DraftForm, useDraft } from './draft-form.tsx'
import { fieldAt } from '../events/event-inputs.tsx'
import { findOpenConcerts, type OfferedConcert } from '../kit/concerts/concert-choice.ts'
import { ConcertField } from '../kit/concerts/concert-field.tsx'
import { useLoaded } from '../kit/use-loaded.ts'
import { NameAndPrice, SaleInputs, textOf } from './category-inputs.tsx'
import { priceBasis } from './prices/numbers.ts'
import { layoutOptions, SectionChoice } from './section-choice.tsx'
import { freeSections, layoutInUse } from './section-owners.ts'
import { noCategory, readNewCategory } from './typed-category.ts'

export function AddCategory({
  eventId,
  event,
  layouts,
  onAdded,
  onCancel,
}: {
  eventId: string
  /** That of `eventId`, once it is loaded. */
  event: OfferedConcert | null
  layouts: readonly LayoutRow[]
  onAdded: () => void
  onCancel: () => void
}) {
  // One id per form: sending again after a lost response adds nothing.
  const id = useRef(newUuid())
  const { busy, failure, run } = useAction(
    (category: NewCategory, seats: Parameters<typeof addCategory>[2]) => addCategory(id.current, category, seats),
    { done: 'Ticket category added successfully', failed: 'Error adding ticket category' },
  )
  const { ref, show, ...parts } = useDraft(noCategory(eventId))
  const { draft: typed, change } = parts
  const [picked, setPicked] = useState<OfferedConcert | null>(null)
  const owners = useLoaded(typed.eventId, () => readSectionOwners(typed.eventId), {
    list: typed.eventId,
  })
  const known = owners.current ? owners.value : undefined
  const used = layoutInUse(known ?? [])
  const layoutId = typed.kind === 'standing' ? '' : typed.layoutId
  const layout = layouts.find(({ id }) => id === layoutId)
  /** Null until staff tick by hand: then all free sections. */
  const [ticked, setTicked] = useState<string[] | null>(null)
  const [noSection, setNoSection] = useState<string>()
  const free = layout && known ? freeSections(known, layout) : null
  const sections = free && (ticked?.filter((code) => free.includes(code)) ?? free)

  const submit = async () => {
    const read = readNewCategory(typed)
    if ('problems' in read) return show(read.problems)
    show({})
    const none = free?.length === 0 ? 'Every section of this layout is sold already.' : 'Choose at least one section.'
    setNoSection(sections?.length === 0 ? none : undefined)
    if (sections?.length === 0) return
    // `sections` null: the database takes the free ones.
    const added = await run(read.category, read.layoutId ? { layoutId: read.layoutId, sections } : null)
    if (added?.ok) onAdded()
    else if (added) void owners.reload()
  }
  const choose = (part: Partial<Pick<typeof typed, 'eventId' | 'layoutId'>>) => {
    change(() => part)
    setTicked(null)
  }

  return (
    <section className="mt-4 border-y border-rule py-4">
      <FailureNote failure={failure} className="mb-4" />
      <DraftForm
        form={ref}
        label="Add a ticket category"
        submit={['Add Ticket Category', 'Adding...']}
        busy={busy}
        className="desk:grid-cols-6"
        onSubmit={() => void submit()}
        onCancel={onCancel}
      >
        <ConcertField
          {...fieldAt(parts, 'eventId')}
          none={typed.eventId === '' ? undefined : 'One event'}
          value={picked ?? event}
          find={findOpenConcerts}
          autoFocus
          className="desk:col-span-4"
          onChoose={(one) => {
            setPicked(one)
            choose({ eventId: one.id })
          }}
        />
        <NameAndPrice parts={parts} hint={`Rupees for one ticket, ${priceBasis()}`} className="desk:col-span-2" />
        <TextField
          {...textOf(parts, 'total')}
          value={layoutId ? '' : typed.total}
          label="Total tickets"
          hint={layoutId ? 'The layout’s seats' : undefined}
          inputMode="numeric"
          autoComplete="off"
          required={!layoutId}
          disabled={layoutId !== ''}
          className="desk:col-span-2"
        />
        <SelectField {...textOf(parts, 'kind')} label="Places" className="desk:col-span-2">
          <option value="seats">Seats by number or a layout</option>
          <option value="standing">Standing (no seat numbers)</option>
        </SelectField>
        {typed.kind === 'standing' ? null : (
          <SelectField
            {...textOf(parts, 'layoutId')}
            onChange={({ target }) => choose({ layoutId: target.value })}
            label="Layout (optional)"
            hint={
              used
                ? 'The event’s other ticket categories use a layout: this one can sell its free sections.'
                : undefined
            }
            className="desk:col-span-2"
          >
            <option value="">Rows by number</option>
            {layoutOptions(layouts, used)}
          </SelectField>
        )}
        {layout && sections ? (
          <SectionChoice
            layout={layout}
            owners={known ?? []}
            chosen={sections}
            error={noSection}
            className="desk:col-span-6"
            onChange={(chosen) => {
              setTicked(chosen)
              setNoSection(undefined)
            }}
          />
        ) : null}
        <SaleInputs parts={parts} half="desk:col-span-3" />
      </DraftForm>
    </section>
  )
}
