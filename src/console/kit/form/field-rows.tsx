import type { ReactNode } from 'react'
import { Button } from '#ui/controls/button.tsx'

/** Rows of fields that staff add and remove; the buttons of each row name it with its number. */
export function FieldRows<T>({
  name,
  what,
  least,
  blank,
  rows,
  onChange,
  children,
}: {
  name: string
  what: string
  least: number
  blank: T
  rows: readonly T[]
  onChange: (rows: T[]) => void
  children: (row: T, at: number, set: (row: T) => void) => ReactNode
}) {
  return (
    <div className="grid gap-3">
      {rows.map((row, at) => (
        <div key={`${name}-${at}`} className="flex flex-wrap items-start gap-3">
          {children(row, at, (next) => onChange(rows.map((one, index) => (index === at ? next : one))))}
          {rows.length > least ? (
            <Button
              kind="line"
              className="desk:mt-[26px]"
              aria-label={`Remove ${what} ${at + 1}`}
              onClick={() => onChange(rows.filter((_, index) => index !== at))}
            >
              Remove
            </Button>
          ) : null}
        </div>
      ))}
      <div>
        <Button kind="line" small onClick={() => onChange([...rows, blank])}>
          Add a {what}
        </Button>
      </div>
    </div>
  )
}
