import { useState } from 'react'
import { type EInvoice, listEInvoices, setIrn } from '#shop/books/months.api.ts'
import { Button } from '#ui/controls/button.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { exactRupees } from '#ui/format.ts'
import { NarrowForm } from '../kit/form/form-dialog.tsx'
import { problemsIn, useForm } from '../kit/form/use-form.ts'
import { useLoaded } from '../kit/use-loaded.ts'

const IRN = /^[0-9a-f]{64}$/i

/** Lists the papers that need an IRN, and takes it; shows nothing without any. */
export function EInvoices() {
  const { value, reload } = useLoaded('e-invoices', listEInvoices)
  const [asked, setAsked] = useState<EInvoice | null>(null)
  if (!value || value.length === 0) return null
  return (
    <section aria-labelledby="e-invoices" className="mt-6">
      <h3 id="e-invoices" className="head-3">
        Papers that need an IRN
      </h3>
      <p className="mt-1 max-w-[72ch] text-2 text-muted">
        In an earlier year the shop turned over more than ₹5 crore: what it issues to a GSTIN is valid once the invoice
        registration portal gave it a number (CGST Rules, rule 48).
      </p>
      <ul className="rows mt-2">
        {value.map((paper) => (
          <li key={paper.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              {paper.number}, {paper.company}
              <span className="block text-1 text-muted">
                {paper.gstin}, {paper.day}, {exactRupees(paper.total)}. Needs an IRN.
              </span>
            </span>
            <Button kind="line" small onClick={() => setAsked(paper)}>
              Enter the IRN<span className="sr-only"> of {paper.number}</span>
            </Button>
          </li>
        ))}
      </ul>
      {asked ? <IrnForm paper={asked} onClose={() => setAsked(null)} onSaved={reload} /> : null}
    </section>
  )
}

function IrnForm({
  paper,
  onClose,
  onSaved,
}: {
  paper: EInvoice
  onClose: () => void
  onSaved: () => Promise<unknown>
}) {
  const form = useForm({
    start: { irn: '' },
    read: ({ irn }) =>
      problemsIn({ irn: !IRN.test(irn.trim()) && 'An IRN has 64 signs, 0 to 9 and a to f.' }) ?? { irn: irn.trim() },
    save: ({ irn }) => setIrn(paper.id, irn),
    onSaved: async () => {
      onClose()
      await onSaved()
    },
    onClose,
    done: 'IRN saved',
  })
  return (
    <NarrowForm form={form} title={`IRN of ${paper.number}`} save="Save" saving="Saving..." onClose={onClose}>
      <TextField
        {...form.field('irn')}
        label="IRN"
        hint="As the invoice registration portal shows it"
        autoComplete="off"
        data-autofocus=""
      />
    </NarrowForm>
  )
}
