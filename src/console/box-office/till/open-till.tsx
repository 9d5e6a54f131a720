import { useState } from 'react'
import { readAmount } from '#shop/box-office/cash.ts'
import { MAX_TILL_NAME, openTill } from '#shop/box-office/till.api.ts'
import type { TillBook } from '#shop/box-office/till.ts'
import { newUuid } from '#platform/text/uuid.ts'
import { readStored, writeStored } from '#platform/device/stored.ts'
import { TextField } from '#ui/controls/field.tsx'
import { rupees } from '#ui/format.ts'
import { FailureNote, FormButtons, FormFrame } from '../../kit/form/form-frame.tsx'
import { problemsIn, useForm } from '../../kit/form/use-form.ts'

const whyNotOpened = {
  till_open: 'You have another till open, perhaps on another device. Load this page again to go on with it.',
  changed_meanwhile:
    'The till is open, with the name and cash of the first try. Load this page again to go on with it.',
}

/** Without an open till nothing is sold. */
export function OpenTill({ onOpened }: { onOpened: (till: TillBook) => unknown }) {
  // Made once, so that a repeat opens the same till.
  const [id] = useState(newUuid)
  const [start] = useState(() => ({ name: readStored('tillName') ?? 'Front desk', cash: '' }))
  const form = useForm({
    start,
    read: ({ name }) =>
      problemsIn({
        name: name.trim() === '' && 'Enter a name, such as Front desk.',
        cash: amount === null && 'Count the drawer and enter rupees, 0 if it is empty.',
      }) ?? { name: name.trim(), counted: amount! },
    save: async ({ name, counted }) => {
      const result = await openTill(id, name, counted)
      if (result.ok || result.failure.code === 'till_open') writeStored('tillName', name)
      return result
    },
    onSaved: onOpened,
    isUnsaved: () => false,
    done: (till) => `${till.name} is open`,
  })
  const amount = readAmount(form.draft.cash)
  return (
    <FormFrame form={form} name="Open a till" className="grid max-w-[420px] gap-4">
      <div>
        <h2 className="head-4">Open a till</h2>
        <p className="mt-1 text-2 text-muted">
          Nothing is sold without one: its book says what was taken, and at the end whether the drawer has it.
        </p>
      </div>
      <TextField
        {...form.field('name')}
        label="Name of the till"
        hint="This device remembers it."
        maxLength={MAX_TILL_NAME}
      />
      <TextField
        {...form.field('cash')}
        label="Cash in the drawer"
        hint={amount === null ? 'Rupees, as counted' : `${rupees(amount)} in the drawer`}
        inputMode="decimal"
        autoFocus
      />
      <FailureNote failure={form.failure} but={whyNotOpened} />
      <FormButtons form={form} save="Open the till" saving="Opening..." kind="lit" />
    </FormFrame>
  )
}
