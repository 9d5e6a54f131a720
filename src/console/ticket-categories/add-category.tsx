import { useRef, useState, type FormEvent } from 'react'
import { addCategory, readSectionOwners, type NewCategory } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { LayoutRow } from '#shop/catalogue/catalogue-rows.ts'
import type { EventName } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDay } from '#platform/time/ist.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useEscape } from '../kit/use-escape.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { focusFirstProblem } from '../kit/edit/focus-first-problem.ts'
import { noCategory, readNewCategory, type CategoryField, type CategoryProblems } from './category-draft.ts'
import { focusFirstWrong } from './prices/focus-first-wrong.ts'
import { PriceFields } from './prices/price-fields.tsx'
import { HiddenField, SaleWindowFields } from './sale-fields.tsx'
import { SectionChoice } from './section-choice.tsx'
import { freeSections, layoutInUse } from './section-owners.ts'

const order: CategoryField[] = ['eventId', 'name', 'price', 'total', 'layoutId', 'saleFrom', 'saleUntil']

export function AddCategory({
  eventId,
  events,
  layouts,
  onAdded,
  onCancel,
}: {
  eventId: string
  events: readonly EventName[]
  layouts: readonly LayoutRow[]
  onAdded: () => void
  onCancel: () => void
}) {
  const [typed, setTyped] = useState(() => noCategory(eventId))
  const [problems, setProblems] = useState<CategoryProblems>({})
  const form = useRef<HTMLFormElement>(null)
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
  // One id per form: sending again after a lost response adds nothing.
  const id = useRef(newUuid())
  // `sections` null: the database takes the free ones.
  const { busy, failure, run } = useAction(
    (category: NewCategory, layoutId: string | null) =>
      addCategory(id.current, category, layoutId ? { layoutId, sections } : null),
    { done: 'Ticket category added successfully', failed: 'Error adding ticket category' },
  )
  useUnsavedWork(JSON.stringify(typed) !== JSON.stringify(noCategory(eventId)))
  useEscape(form, () => {
    if (!busy) onCancel()
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const read = readNewCategory(typed)
    if ('problems' in read) {
      setProblems(read.problems)
      if (!focusFirstProblem(form.current, order, read.problems)) focusFirstWrong(form)
      return
    }
    setProblems({})
    const none = free?.length === 0 ? 'Every section of this layout is sold already.' : 'Choose at least one section.'
    setNoSection(sections?.length === 0 ? none : undefined)
    if (sections?.length === 0) return
    const added = await run(read.category, read.layoutId)
    if (added?.ok) onAdded()
    else if (added) void owners.reload()
  }

  const field = (name: CategoryField) => ({
    name,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => {
      setTyped((now) => ({ ...now, [name]: event.target.value }))
      if (name === 'layoutId' || name === 'eventId') setTicked(null)
    },
  })

  return (
    <section className="mt-4 border-y border-rule py-4">
      {failure ? (
        <Note kind="bad" className="mb-4" role="alert">
          {whyFailed(failure)}
        </Note>
      ) : null}
      <form
        ref={form}
        aria-label="Add a ticket category"
        onSubmit={submit}
        noValidate
        className="grid gap-4 desk:grid-cols-6"
      >
        <SelectField {...field('eventId')} label="Event" required autoFocus className="desk:col-span-4">
          <option value="">Choose an event</option>
          {events.map((event) => (
            <option key={event.id} value={event.id}>
              {event.singerName}, {event.city}, {formatDay(event.date)}
              {event.status === 'cancelled' ? ' (cancelled)' : ''}
            </option>
          ))}
        </SelectField>
        <TextField
          {...field('name')}
          label="Name"
          required
          autoComplete="off"
          maxLength={80}
          className="desk:col-span-2"
        />
        <TextField
          {...field('price')}
          {...(typed.free ? { value: '0', disabled: true } : {})}
          label="Price"
          hint="Rupees for one ticket, before GST and fee"
          inputMode="decimal"
          autoComplete="off"
          required={!typed.free}
          className="desk:col-span-2"
        />
        <TextField
          {...field('total')}
          value={layoutId ? '' : typed.total}
          label="Total tickets"
          hint={layoutId ? 'The layout’s seats' : undefined}
          inputMode="numeric"
          autoComplete="off"
          required={!layoutId}
          disabled={layoutId !== ''}
          className="desk:col-span-2"
        />
        <SelectField {...field('kind')} label="Places" className="desk:col-span-2">
          <option value="seats">Seats by number or a layout</option>
          <option value="standing">Standing (no seat numbers)</option>
        </SelectField>
        {typed.kind === 'standing' ? null : (
          <SelectField
            {...field('layoutId')}
            label="Layout (optional)"
            hint={
              used
                ? 'The event’s other ticket categories use a layout: this one can sell its free sections.'
                : undefined
            }
            className="desk:col-span-2"
          >
            <option value="">Rows by number</option>
            {layouts.map((one) => (
              <option key={one.id} value={one.id} disabled={used !== null && used !== one.id}>
                {one.name}
              </option>
            ))}
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
        <SaleWindowFields from={field('saleFrom')} until={field('saleUntil')} className="desk:col-span-3" />
        <PriceFields
          typed={typed}
          problems={problems}
          change={(edit) => setTyped((now) => ({ ...now, ...edit }))}
          className="desk:col-span-6"
        />
        <HiddenField
          checked={typed.hidden}
          className="desk:col-span-6"
          onChange={(hidden) => setTyped((now) => ({ ...now, hidden }))}
        />
        <div className="flex gap-3 desk:col-span-6">
          <Button type="submit" busy={busy} busyLabel="Adding...">
            Add Ticket Category
          </Button>
          <Button kind="line" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </section>
  )
}
