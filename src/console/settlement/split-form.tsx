import type { Settlement } from '#shop/settlement/settlement.ts'
import { saveSettlement } from '#shop/settlement/settlement.api.ts'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { FieldRows } from '../kit/form/field-rows.tsx'
import { FailureNote, FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { isShareBase, nextShare, readSplit, splitDraftOf } from './split-draft.ts'
import { baseNames } from './settlement-words.ts'

/** Edits who gets what of a concert, and what it cost. */
export function SplitForm({
  settlement,
  onSaved,
  onStale,
  onDone,
}: {
  settlement: Settlement
  onSaved: (saved: Settlement) => void
  /** Another admin saved meanwhile: reads theirs; what was not edited here follows it. */
  onStale: () => Promise<unknown>
  onDone: () => void
}) {
  const form = useForm({
    start: splitDraftOf(settlement),
    read: readSplit,
    save: async ({ shares, costs }) => {
      const result = await saveSettlement(settlement, shares, costs)
      if (!result.ok && result.failure.code === 'changed_meanwhile') await onStale()
      return result
    },
    onSaved: (saved) => {
      onSaved(saved)
      onDone()
    },
    onEscape: onDone,
    done: 'Shares and costs saved',
    failed: 'Error saving shares and costs',
  })
  const { draft, problems, change } = form
  return (
    <FormFrame
      form={form}
      name="Shares and costs"
      className="grid gap-6 border-t-2 border-rule-strong pt-3 desk:grid-cols-[2fr_3fr] desk:gap-x-12"
    >
      <FailureNote failure={form.failure} />
      <fieldset className="min-w-0">
        <legend className="head-4 mb-2">Costs</legend>
        <FieldRows
          name="costs"
          what="cost"
          least={0}
          blank={{ label: '', amount: '' }}
          rows={draft.costs}
          onChange={(costs) => change({ costs })}
        >
          {(row, at, set) => (
            <>
              <TextField
                label="For what"
                name={`costs.${at}.label`}
                aria-label={`For what is cost ${at + 1}`}
                maxLength={80}
                autoComplete="off"
                value={row.label}
                error={problems[`costs.${at}.label`]}
                onChange={(event) => set({ ...row, label: event.target.value })}
                className="min-w-0 flex-[2_1_160px]"
              />
              <TextField
                label="Amount (₹)"
                name={`costs.${at}.amount`}
                aria-label={`Amount of cost ${at + 1}, in rupees`}
                inputMode="decimal"
                autoComplete="off"
                value={row.amount}
                error={problems[`costs.${at}.amount`]}
                onChange={(event) => set({ ...row, amount: event.target.value })}
                className="min-w-0 flex-[1_1_110px]"
              />
            </>
          )}
        </FieldRows>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="head-4 mb-2">Shares</legend>
        <FieldRows
          name="shares"
          what="share"
          least={0}
          blank={nextShare(draft.shares)}
          rows={draft.shares}
          onChange={(shares) => change({ shares })}
        >
          {(row, at, set) => (
            <>
              <TextField
                label="Who"
                name={`shares.${at}.name`}
                aria-label={`Who gets share ${at + 1}`}
                maxLength={80}
                autoComplete="off"
                value={row.name}
                error={problems[`shares.${at}.name`]}
                onChange={(event) => set({ ...row, name: event.target.value })}
                className="min-w-0 flex-[2_1_140px]"
              />
              <SelectField
                label="Gets"
                name={`shares.${at}.of`}
                aria-label={`How share ${at + 1} is reckoned`}
                value={row.of}
                onChange={({ target }) => set({ ...row, of: isShareBase(target.value) ? target.value : 'sum' })}
                className="min-w-0 flex-[2_1_200px]"
              >
                <option value="sales">percent of {baseNames.sales}</option>
                <option value="after_costs">percent of {baseNames.after_costs}</option>
                <option value="sum">a fixed sum in rupees</option>
              </SelectField>
              <TextField
                label={row.of === 'sum' ? 'Amount (₹)' : 'Percent'}
                name={`shares.${at}.value`}
                aria-label={row.of === 'sum' ? `Amount of share ${at + 1}, in rupees` : `Percent of share ${at + 1}`}
                inputMode="decimal"
                autoComplete="off"
                value={row.value}
                error={problems[`shares.${at}.value`]}
                onChange={(event) => set({ ...row, value: event.target.value })}
                className="min-w-0 flex-[1_1_100px]"
              />
            </>
          )}
        </FieldRows>
        <p className="mt-2 text-2 text-muted">What is left is the organiser’s.</p>
      </fieldset>
      <FormButtons form={form} save="Save" saving="Saving..." onCancel={onDone} />
    </FormFrame>
  )
}
