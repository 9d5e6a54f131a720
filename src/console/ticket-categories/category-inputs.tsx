import type { ReactNode } from 'react'
import { CheckField, TextField } from '#ui/controls/field.tsx'
import { fieldAt, type Parts as AnyParts } from '../events/event-inputs.tsx'
import type { CategoryText } from './category-draft.ts'
import { Phases } from './prices/phase-inputs.tsx'

/** What the inputs of a category's form work with. */
type Parts = AnyParts<CategoryText>

/** Wires an input to a text of the draft. */
export const textOf = <Name extends string>(
  parts: Pick<Parts, 'problems' | 'form'> & {
    draft: Record<Name, string>
    change: (change: () => Partial<Record<Name, never>>) => void
  },
  name: Name,
) => ({
  ...fieldAt(parts, name),
  value: parts.draft[name],
  onChange: (event: { target: { value: string } }) =>
    parts.change(() => ({ [name]: event.target.value }) as Partial<Record<Name, never>>),
})

/** Shows name and price of a category. */
export function NameAndPrice({
  parts,
  hint,
  className,
  autoFocus,
}: {
  parts: Parts
  hint: string
  className?: string
  autoFocus?: boolean
}) {
  const { free } = parts.draft
  return (
    <>
      <TextField
        {...textOf(parts, 'name')}
        label="Name"
        required
        autoFocus={autoFocus}
        autoComplete="off"
        maxLength={80}
        className={className}
      />
      <TextField
        {...textOf(parts, 'price')}
        {...(free ? { value: '0', disabled: true } : {})}
        label="Price"
        hint={hint}
        inputMode="decimal"
        autoComplete="off"
        required={!free}
        className={className}
      />
    </>
  )
}

/** From when and until when a category, or all of a concert, is sold. */
export const SaleWindow = ({
  parts,
  noun,
  className,
}: {
  parts: Parameters<typeof textOf<'saleFrom' | 'saleUntil'>>[0]
  noun: 'event' | 'concert'
  className?: string
}) =>
  (['saleFrom', 'saleUntil'] as const).map((name) => (
    <TextField
      key={name}
      {...textOf(parts, name)}
      label={name === 'saleFrom' ? 'Sale from (optional)' : 'Sale until (optional)'}
      type="datetime-local"
      hint={`India time (IST). Empty: sold ${name === 'saleFrom' ? `as soon as the ${noun} is published` : `until the ${noun} begins`}`}
      className={className}
    />
  ))

/** When and how a category is sold: its window, free or in phases, and whether only to those who type a code. `children`
 * are before the last. */
export function SaleInputs({ parts, half, children }: { parts: Parts; half: string; children?: ReactNode }) {
  const { draft, change } = parts
  return (
    <>
      <SaleWindow parts={parts} noun="event" className={half} />
      <div className="col-span-full">
        <CheckField
          label="Free: no price, no fee"
          hint="Customers get these tickets at once, at most as many as one order may have. No payment is checked."
          checked={draft.free}
          onChange={({ target }) => change(() => ({ free: target.checked }))}
        />
        {draft.free ? null : (
          <Phases parts={parts} phases={draft.phases} onChange={(phases) => change(() => ({ phases }))} />
        )}
      </div>
      {children}
      <CheckField
        name="hidden"
        label="Only with an access code"
        hint="Customers see and buy it after they type a code that opens it (Codes)"
        className="col-span-full"
        checked={draft.hidden}
        onChange={({ target }) => change(() => ({ hidden: target.checked }))}
      />
    </>
  )
}
