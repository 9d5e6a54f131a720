import { useId, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { focusFirstProblem } from '../kit/form/use-form.ts'
import { useUnsavedWork } from '../kit/unsaved-work.ts'
import { useEscape } from '../kit/use-keydown.ts'
import type { Problems } from '../events/event-fields.ts'

/** What is typed into a form, and its problems. What differs from `initial` is asked about before it is lost. */
export function useDraft<Draft>(initial: Draft) {
  const [draft, setDraft] = useState(initial)
  const [problems, setProblems] = useState<Problems>({})
  const ref = useRef<HTMLFormElement>(null)
  useUnsavedWork(JSON.stringify(draft) !== JSON.stringify(initial))
  return {
    ref,
    draft,
    problems,
    form: useId(),
    change: (work: (draft: Draft) => Partial<Draft>) => setDraft((now) => ({ ...now, ...work(now) })),
    /** Shows problems and focuses the first field that has one. */
    show: (found: Problems) => {
      setProblems(found)
      focusFirstProblem(ref.current, found)
    },
  }
}

/** Shows the form of a ticket category on its page, with its two buttons. Escape cancels. */
export function DraftForm({
  form,
  label,
  submit,
  busy,
  className,
  children,
  onSubmit,
  onCancel,
}: {
  form: RefObject<HTMLFormElement | null>
  label: string
  /** Words of the button, and while it is busy. */
  submit: readonly [string, string]
  busy: boolean
  className: string
  children: ReactNode
  onSubmit: () => void
  onCancel: () => void
}) {
  useEscape(form, () => {
    if (!busy) onCancel()
  })
  return (
    <form
      ref={form}
      aria-label={label}
      noValidate
      className={classes('grid gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSubmit()
      }}
    >
      {children}
      <div className="col-span-full flex gap-3">
        <Button type="submit" busy={busy} busyLabel={submit[1]}>
          {submit[0]}
        </Button>
        <Button kind="line" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
