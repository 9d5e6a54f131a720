import { readCategoryRow, updateCategory, type CategoryEdit } from '#shop/catalogue/admin/categories-admin.api.ts'
import type { CategoryListRow } from '#shop/catalogue/admin/category-rows.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { useState } from 'react'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { count, rupees } from '#ui/format.ts'
import { Note } from '#ui/display/note.tsx'
import { toast } from '#ui/toast.tsx'
import { useAction } from '#ui/hooks/use-action.ts'
import { DraftForm, useDraft } from './draft-form.tsx'
import { whyFailed } from '../kit/why-failed.ts'
import { counted } from '../kit/words/counted.ts'
import { NameAndPrice, SaleInputs, textOf } from './category-inputs.tsx'
import { priceBasis } from './prices/numbers.ts'
import { SoldByPrice } from './prices/sold-by-price.tsx'
import {
  readCategoryEdit,
  rebaseCategory,
  TOO_MANY_SOLD,
  typedOfCategory,
  type TypedCategory,
} from './typed-category.ts'

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
  const { ref, show, ...parts } = useDraft(typedOfCategory(category))
  const { draft: typed, change } = parts
  /** The row that the next save overwrites: as opened, or as read after a conflict. */
  const [seen, setSeen] = useState(category)
  const { busy, failure, run } = useAction(
    async (edit: CategoryEdit) => {
      const result = await updateCategory(seen, edit)
      if (!result.ok && result.failure.code === 'changed_meanwhile') {
        const fresh = await readCategoryRow(category.id)
        if (fresh.ok) {
          change((now) => rebaseCategory(now, seen, fresh.value))
          setSeen(fresh.value)
        }
      }
      return result
    },
    { done: 'Ticket category updated successfully', failed: whyFailed },
  )
  const submit = async () => {
    const read = readCategoryEdit(typed, seen)
    show('problems' in read ? read.problems : {})
    if ('problems' in read) {
      if (read.problems.sold === TOO_MANY_SOLD) toast.error(TOO_MANY_SOLD)
      return
    }
    const result = await run(read.edit)
    if (result?.ok) void onDone(true)
  }

  const concerned = seen.ticketsSold + seen.held + seen.underReview
  const inUse = concerned > 0 || seen.ticketsKept > 0

  return (
    <DraftForm
      form={ref}
      label={`Edit ${category.name}, ${category.singerName}, ${category.city}`}
      submit={['Save', 'Saving...']}
      busy={busy}
      className="whitespace-normal desk:grid-cols-4"
      onSubmit={() => void submit()}
      onCancel={() => void onDone(false)}
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
      <NameAndPrice parts={parts} hint={`Rupees, ${priceBasis()}`} autoFocus />
      {seen.layout ? null : (
        <SelectField
          {...textOf(parts, 'kind')}
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
        {...textOf(parts, 'total')}
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
        {...textOf(parts, 'sold')}
        label="Sold by others"
        hint="All that are sold, here too: raise it by those sold outside this shop"
        type="number"
        min={0}
        step={1}
        autoComplete="off"
        required
      />
      <SaleInputs parts={parts} half="desk:col-span-2">
        {concerned > 0 && pricesDiffer(typed, typedOfCategory(seen)) ? (
          <Note kind="info" className="desk:col-span-4">
            {counted(concerned, 'ticket is', 'tickets are')} sold, under review or held: they keep their price. Everyone
            who begins to pay from now on gets the new one.
          </Note>
        ) : null}
        {category.ticketsSold > 0 ? <SoldByPrice category={category} /> : null}
      </SaleInputs>
    </DraftForm>
  )
}
