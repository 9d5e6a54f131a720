import type { ComponentProps } from 'react'
import { CheckField, TextField } from '#ui/controls/field.tsx'

type Typed = Omit<ComponentProps<typeof TextField>, 'label'>

/** From when and until when a category is sold. */
export function SaleWindowFields({ from, until, className }: { from: Typed; until: Typed; className: string }) {
  return (
    <>
      <TextField
        {...from}
        label="Sale from (optional)"
        type="datetime-local"
        hint="India time (IST). Empty: sold as soon as the event is published"
        className={className}
      />
      <TextField
        {...until}
        label="Sale until (optional)"
        type="datetime-local"
        hint="India time (IST). Empty: sold until the event begins"
        className={className}
      />
    </>
  )
}

/** Whether a category is sold only to those who type a code. */
export const HiddenField = ({
  checked,
  className,
  onChange,
}: {
  checked: boolean
  className: string
  onChange: (hidden: boolean) => void
}) => (
  <CheckField
    name="hidden"
    label="Only with an access code"
    hint="Customers see and buy it after they type a code that opens it (Codes)"
    className={className}
    checked={checked}
    onChange={({ target }) => onChange(target.checked)}
  />
)
