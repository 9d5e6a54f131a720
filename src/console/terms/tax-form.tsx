import { useState } from 'react'
import { formatDay, fromIst } from '#platform/time/ist.ts'
import { syncNow } from '#shop/sync/sync.store.ts'
import { termsOn, type ShopTerms } from '#shop/terms/terms.ts'
import { saveTaxTerms, type TaxTerms } from '#shop/terms/terms-admin.api.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { SelectField, TextField } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { FailureNote, FieldSection, FormButtons, FormFrame } from '../kit/form/form-frame.tsx'
import { useForm } from '../kit/form/use-form.ts'
import { moveToDay, readTaxDraft, taxDraftOf } from './tax-draft.ts'
import { TaxExample } from './tax-example.tsx'
import { LocalRows, RateRows, taxWords } from './tax-rows.tsx'

/** Sets tax and fee from a day on. Begins with the terms of `day`. */
export function TaxForm({
  all,
  day,
  today,
  onSaved,
}: {
  all: readonly ShopTerms[]
  day: string
  today: string
  onSaved: () => Promise<unknown>
}) {
  const [initial, setInitial] = useState(() => taxDraftOf(termsOn(all, day), day))
  const [asked, setAsked] = useState<TaxTerms | null>(null)
  const form = useForm({
    start: initial,
    read: (typed) => readTaxDraft(typed, today),
    ask: ({ terms }) => setAsked(terms),
    save: ({ terms }) => saveTaxTerms(terms),
    onSaved: () => {
      setInitial(draft)
      // The storefront on this device reads the device's copy.
      void syncNow()
      void onSaved()
    },
    done: 'Terms saved',
    failed: 'Error saving the terms',
  })
  const { draft, problems, busy, change, field } = form
  const read = readTaxDraft(draft, today)
  const setDay = (next: string) => {
    const moved = moveToDay({ initial, draft }, all, next, today)
    setInitial(moved.initial)
    change(moved.draft)
  }
  const now = termsOn(all, today)
  const save = async () => {
    if (asked) await form.send({ terms: asked })
    setAsked(null)
  }

  return (
    <FormFrame form={form} name="Tax and fee" className="grid gap-8">
      <FailureNote failure={form.failure} title="Error saving the terms" />
      <FieldSection
        single
        title="From which day on"
        text="From midnight, India time. Orders of past days and seats that are held keep their price."
      >
        <TextField
          {...field('fromDay')}
          onChange={(event) => setDay(event.target.value)}
          label="First day"
          type="date"
          min={today}
          className="max-w-[240px]"
        />
      </FieldSection>
      <FieldSection
        single
        title="GST on tickets"
        text="Without registration no GST may be charged. Sources say that concert tickets up to ₹500 a person are exempt, and that 18 % applies above."
      >
        <SelectField
          label="How GST is charged"
          name="gstBy"
          value={draft.gstBy}
          onChange={(event) => change({ gstBy: event.target.value === 'flat' ? 'flat' : 'rules' })}
          className="max-w-[480px]"
        >
          <option value="rules">By price, and only with a GSTIN</option>
          <option value="flat">One rate on every price, with or without a GSTIN</option>
        </SelectField>
        <SelectField
          label="Prices of tickets"
          name="pricesIncludeGst"
          hint={
            draft.pricesIncludeGst
              ? 'A ticket costs its price and the fee. Its GST is counted back from the price.'
              : 'A ticket costs its price, the GST and the fee.'
          }
          value={draft.pricesIncludeGst ? 'with' : 'without'}
          onChange={(event) => change({ pricesIncludeGst: event.target.value === 'with' })}
          className="max-w-[480px]"
        >
          <option value="without">GST is added to the price</option>
          <option value="with">The price includes GST</option>
        </SelectField>
        {draft.gstBy === 'flat' ? (
          <TextField {...field('gstPercent')} label="GST in percent" inputMode="decimal" className="max-w-[240px]" />
        ) : (
          <RateRows rows={draft.rates} problems={problems} onChange={(rates) => change({ rates })} />
        )}
      </FieldSection>
      <FieldSection single title="Convenience fee" text="Of each ticket. Platforms usually charge GST on their fee.">
        <div className="flex flex-wrap gap-4">
          <TextField {...field('fee')} label="Fee a ticket (₹)" inputMode="decimal" className="flex-[1_1_160px]" />
          <TextField
            {...field('feeGst')}
            label="GST on the fee, in percent"
            inputMode="decimal"
            className="flex-[1_1_160px]"
          />
        </div>
      </FieldSection>
      <FieldSection
        single
        title="Local tax"
        text="Of the state of the venue, beside GST. It is charged for events whose state is set in the list of events."
      >
        <LocalRows rows={draft.locals} problems={problems} onChange={(locals) => change({ locals })} />
      </FieldSection>
      <FieldSection
        single
        title="Total of an order"
        text="Section 170 of the CGST Act rounds what is paid as tax to the rupee. In whole rupees, the difference is a line of its own on order, paper and settlement."
      >
        <SelectField
          label="Paise"
          name="roundToRupee"
          value={draft.roundToRupee ? 'rupee' : 'paisa'}
          onChange={(event) => change({ roundToRupee: event.target.value === 'rupee' })}
          className="max-w-[480px]"
        >
          <option value="paisa">To the paisa</option>
          <option value="rupee">Whole rupees, half a rupee up</option>
        </SelectField>
      </FieldSection>
      {'terms' in read ? <TaxExample rates={{ ...read.terms, hasGstin: now.hasGstin }} /> : null}
      <Note>
        Have it confirmed by your accountant before you save it: what applies depends on you and on the event.
      </Note>
      <FormButtons form={form} save="Save terms" saving="Saving..." undo="Undo changes" />
      <ConfirmDialog
        open={asked !== null}
        question={`Use these terms from ${asked ? dayWords(asked.fromDay, today) : ''}?`}
        confirmLabel="Use these terms"
        cancelLabel="Go back"
        kind="lit"
        busy={busy}
        busyLabel="Saving..."
        onConfirm={() => void save()}
        onCancel={() => setAsked(null)}
      >
        {asked ? (
          <>
            <TaxSentences of={{ ...now, ...asked }} />
            <p className="mt-3">
              From that day, every price follows these terms. The terms of a past day stay as they were.
            </p>
            {asked.pricesIncludeGst === now.pricesIncludeGst ? null : (
              <p className="mt-3 font-strong">
                The prices of your tickets stay as typed: from then on GST is{' '}
                {asked.pricesIncludeGst ? 'in' : 'added to'} them.
              </p>
            )}
            {asked.fromDay > today && all.some(({ fromDay }) => fromDay === asked.fromDay) ? (
              <p className="mt-3 font-strong">They replace the terms that are planned for that day.</p>
            ) : null}
          </>
        ) : null}
      </ConfirmDialog>
    </FormFrame>
  )
}

/** Returns 'today' or '1 December 2026' */
export const dayWords = (day: string, today: string): string => (day === today ? 'today' : formatDay(fromIst(day)))

export const TaxSentences = ({ of }: { of: ShopTerms }) => (
  <ul className="grid gap-1">
    {taxWords(of).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
)
