import { formatDayTime } from '#platform/time/ist.ts'
import { useRef, useState, type FormEvent } from 'react'
import { readCategoryRow, updateCategory, type CategoryEdit } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { Button } from '#ui/controls/button.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { count, rupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useEscape } from '../kit/use-escape.ts'
import { whyFailed } from '../kit/why-failed.ts'
import { focusFirstProblem } from '../kit/edit/focus-first-problem.ts'
import {
  readCategoryEdit,
  rebaseCategory,
  typedOfCategory,
  type CategoryField,
  type CategoryProblems,
  type TypedCategory,
} from './category-draft.ts'
import { focusFirstWrong } from './prices/focus-first-wrong.ts'
import { PriceFields } from './prices/price-fields.tsx'
import { SoldByPrice } from './prices/sold-by-price.tsx'
import { HiddenField, SaleWindowFields } from './sale-fields.tsx'
import { counted } from '../kit/words/counted.ts'

const order: CategoryField[] = ['name', 'price', 'kind', 'total', 'sold', 'saleFrom', 'saleUntil']
const TOO_MANY_SOLD = 'Tickets sold cannot exceed total tickets'

const pricesDiffer = (a: TypedCategory, b: TypedCategory): boolean =>
  a.price !== b.price || a.free !== b.free || JSON.stringify(a.phases) !== JSON.stringify(b.phases)

/** A stale edit keeps what was typed and takes the rest from what is stored now. */
export function EditCategory({
  category,
  onDone,
}: {
  category: CategoryListRow
  onDone: (changed: boolean) => void | Promise<void>
}) {
  const [typed, setTyped] = useState(() => typedOfCategory(category))
  const [problems, setProblems] = useState<CategoryProblems>({})
  /** The row that the next save overwrites: as opened, or as read after a conflict. */
  const [seen, setSeen] = useState(category)
  const { busy, failure, run } = useAction(
    async (edit: CategoryEdit) => {
      const result = await updateCategory(seen, edit)
      if (!result.ok && result.failure.code === 'changed_meanwhile') {
        const fresh = await readCategoryRow(category.id)
        if (fresh.ok) {
          setTyped((now) => rebaseCategory(now, seen, fresh.value))
          setSeen(fresh.value)
        }
      }
      return result
    },
    { done: 'Ticket category updated successfully', failed: whyFailed },
  )
  const form = useRef<HTMLFormElement>(null)
  useUnsavedWork(JSON.stringify(typed) !== JSON.stringify(typedOfCategory(category)))
  useEscape(form, () => {
    if (!busy) void onDone(false)
  })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const read = readCategoryEdit(typed, seen)
    if ('problems' in read) {
      setProblems(read.problems)
      if (read.problems.sold === TOO_MANY_SOLD) toast.error(TOO_MANY_SOLD)
      if (!focusFirstProblem(form.current, order, read.problems)) focusFirstWrong(form)
      return
    }
    setProblems({})
    const result = await run(read.edit)
    if (result?.ok) void onDone(true)
  }

  const concerned = seen.ticketsSold + seen.held + seen.underReview
  const inUse = concerned > 0 || seen.ticketsKept > 0

  const field = (name: CategoryField) => ({
    name,
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) => setTyped((now) => ({ ...now, [name]: event.target.value })),
  })

  return (
    <form
      ref={form}
      aria-label={`Edit ${category.name}, ${category.singerName}, ${category.city}`}
      onSubmit={submit}
      noValidate
      className="grid gap-4 whitespace-normal desk:grid-cols-4"
    >
      {failure ? (
        <Note kind="bad" className="desk:col-span-4" role="alert">
          <p>{whyFailed(failure)}</p>
          {seen === category ? null : (
            <p>
              Now stored: {seen.name}, {rupees(seen.price)}, {count(seen.ticketsSold)} of {count(seen.totalTickets)}{' '}
              sold
              {seen.saleFrom ? `, sale from ${formatDayTime(seen.saleFrom)}` : ''}
              {seen.saleUntil ? `, sale until ${formatDayTime(seen.saleUntil)}` : ''}.
            </p>
          )}
        </Note>
      ) : null}
      <TextField {...field('name')} label="Name" required autoFocus autoComplete="off" maxLength={80} />
      <TextField
        {...field('price')}
        {...(typed.free ? { value: '0', disabled: true } : {})}
        label="Price"
        hint="Rupees"
        inputMode="decimal"
        autoComplete="off"
        required={!typed.free}
      />
      {seen.layout ? null : (
        <SelectField
          {...field('kind')}
          label="Places"
          disabled={inUse}
          hint={inUse ? 'Fixed while places are held, sold or kept' : undefined}
          className="desk:col-span-2"
        >
          <option value="seats">Seats by number</option>
          <option value="standing">Standing (no seat numbers)</option>
        </SelectField>
      )}
      <TextField
        {...field('total')}
        label="Total tickets"
        hint={seen.layout ? 'The layout’s seats' : undefined}
        type="number"
        min={Math.max(1, seen.ticketsSold)}
        step={1}
        autoComplete="off"
        required
        readOnly={seen.layout !== null}
      />
      <TextField
        {...field('sold')}
        label="Sold elsewhere"
        hint="All that are sold, here too: raise it by those sold outside this shop"
        type="number"
        min={0}
        step={1}
        autoComplete="off"
        required
      />
      <SaleWindowFields from={field('saleFrom')} until={field('saleUntil')} className="desk:col-span-2" />
      <PriceFields
        typed={typed}
        problems={problems}
        change={(edit) => setTyped((now) => ({ ...now, ...edit }))}
        className="desk:col-span-4"
      />
      {concerned > 0 && pricesDiffer(typed, typedOfCategory(seen)) ? (
        <Note kind="info" className="desk:col-span-4">
          {counted(concerned, 'ticket is', 'tickets are')} sold, under review or held: they keep their price. Everyone
          who begins to pay from now on gets the new one.
        </Note>
      ) : null}
      {category.ticketsSold > 0 ? <SoldByPrice category={category} /> : null}
      <HiddenField
        checked={typed.hidden}
        className="desk:col-span-4"
        onChange={(hidden) => setTyped((now) => ({ ...now, hidden }))}
      />
      <div className="flex gap-3 desk:col-span-4">
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
        <Button kind="line" disabled={busy} onClick={() => onDone(false)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
