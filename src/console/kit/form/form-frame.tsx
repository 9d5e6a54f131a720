import type { FormEvent, ReactNode, Ref } from 'react'
import type { Failure, FailureCode } from '#platform/failure/failure.ts'
import { Button, type ButtonKind } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Alert } from '#ui/display/note.tsx'
import { whyFailed } from '../why-failed.ts'

/** Shows a form of `useForm`. `name` is what screen readers call it; or `titleId` names its heading. */
export function FormFrame({
  form: { ref, submit },
  name,
  titleId,
  className,
  children,
}: {
  form: { ref: Ref<HTMLFormElement>; submit: (event: FormEvent) => Promise<void> }
  name?: string
  titleId?: string
  className: string
  children: ReactNode
}) {
  return (
    <form
      ref={ref}
      aria-label={name}
      aria-labelledby={titleId}
      onSubmit={(event) => void submit(event)}
      noValidate
      className={className}
    >
      {children}
    </form>
  )
}

/** Shows a titled group of a form's fields, two beside each other on a desktop unless they are `single`. */
export function FieldSection({
  title,
  text,
  single,
  children,
}: {
  title: string
  text: string
  single?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="head-4">{title}</legend>
      <p className="mt-1 text-2 text-muted">{text}</p>
      <div className={classes('mt-3 grid gap-x-8 gap-y-4', !single && 'desk:grid-cols-2')}>{children}</div>
    </fieldset>
  )
}

/** Says why something was refused; shows nothing without a failure. `but`: what some codes mean here. `title`: a line above. */
export function FailureNote({
  failure,
  words = whyFailed,
  but = {},
  title,
  className,
  children,
}: {
  failure: Failure | null
  words?: (failure: Failure) => string
  but?: Readonly<Partial<Record<FailureCode, string>>>
  title?: string
  className?: string
  children?: ReactNode
}) {
  if (!failure) return null
  const why = but[failure.code] ?? words(failure)
  return (
    <Alert className={className}>
      {title === undefined ? null : <p className="font-strong">{title}</p>}
      {title === undefined && !children ? why : <p>{why}</p>}
      {children}
    </Alert>
  )
}

/** The button that saves, and beside it one that leaves the form, or one that takes back what was typed. */
export function FormButtons({
  form: { busy, changed, reset },
  save,
  saving,
  kind,
  cancel = 'Cancel',
  onCancel,
  undo,
  className,
}: {
  form: { busy: boolean; changed: boolean; reset: () => void }
  save: string
  saving: string
  kind?: ButtonKind
  cancel?: string
  onCancel?: () => void
  undo?: string
  className?: string
}) {
  return (
    <div className={classes('flex flex-wrap gap-3', undo && 'items-center', className)}>
      <Button type="submit" kind={kind} busy={busy} busyLabel={saving}>
        {save}
      </Button>
      {onCancel ? (
        <Button kind="line" disabled={busy} onClick={onCancel}>
          {cancel}
        </Button>
      ) : null}
      {undo === undefined ? null : (
        <Button kind="line" disabled={!changed || busy} onClick={reset}>
          {undo}
        </Button>
      )}
    </div>
  )
}
