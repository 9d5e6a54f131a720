import { Suspense, lazy, useDeferredValue, useId } from 'react'
import { TextArea } from '#ui/controls/field.tsx'
import { count } from '#ui/format.ts'
import { counted } from '../../kit/words/counted.ts'

const EventText = lazy(async () => ({ default: (await import('#ui/display/event-text.tsx')).EventText }))

/** A text in Markdown with what customers see beside it, or beneath it on a phone. */
export function TextField({
  id,
  label,
  name,
  hint,
  value,
  most,
  rows,
  error,
  onChange,
}: {
  id?: string
  label: string
  name: string
  hint: string
  value: string
  most: number
  rows: number
  error: string | undefined
  onChange: (text: string) => void
}) {
  const headId = useId()
  const shown = useDeferredValue(value)
  return (
    <div className="grid gap-4 desk:grid-cols-2 desk:gap-6">
      <TextArea
        {...(id ? { id } : {})}
        label={label}
        name={name}
        value={value}
        error={error}
        rows={rows}
        hint={`${hint} ${count([...value].length)} of ${counted(most, 'character')}.`}
        onChange={(change) => onChange(change.target.value)}
      />
      <section aria-labelledby={headId} className="min-w-0">
        <h2 id={headId} className="mb-1.5 text-2 font-strong">
          {label}, as customers see it
        </h2>
        <div className="border-t border-rule pt-3">
          {shown.trim() === '' ? (
            <p className="text-2 text-muted">Nothing yet.</p>
          ) : (
            <Suspense fallback={<p className="whitespace-pre-line">{shown}</p>}>
              <EventText text={shown} />
            </Suspense>
          )}
        </div>
      </section>
    </div>
  )
}
