import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { t } from '../messages/messages.ts'

interface Around {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

function Around({
  label,
  hint,
  error,
  id,
  describedBy,
  className,
  control,
}: Around & { id?: string; describedBy?: string; className?: string; control: (wiring: Wiring) => ReactNode }) {
  const own = useId()
  const fieldId = id ?? own
  const hintId = `${fieldId}-hint`
  const errorId = `${fieldId}-error`
  const describes = classes(error ? errorId : null, hint ? hintId : null, describedBy) || undefined
  return (
    <div className={classes('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <label htmlFor={fieldId} className="text-2 leading-5 font-strong">
        {label}
      </label>
      {control({ id: fieldId, 'aria-describedby': describes, 'aria-invalid': error ? true : undefined })}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-1 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className="flex gap-1.5 text-1 text-bad">
      <Icon name="alert" className="mt-px size-4!" />
      <span>{children}</span>
    </p>
  )
}

const box = (error: unknown, big?: boolean): string =>
  classes(
    'w-full appearance-none rounded-control border bg-raised px-3 pt-0.5 placeholder:text-muted placeholder:opacity-100 disabled:bg-sunk disabled:text-muted [&:is(input,textarea):read-only]:bg-sunk',
    big ? 'h-14 text-4 tracking-wider tabular-nums' : 'h-12 text-3',
    error ? 'border-bad inset-ring inset-ring-bad' : 'border-control',
  )

export interface TextFieldProps extends Around, ComponentProps<'input'> {
  /** 56 px and spaced, for a reference that is compared digit by digit. */
  big?: boolean
  end?: ReactNode
}

export function TextField({
  label,
  hint,
  error,
  big,
  end,
  id,
  className,
  'aria-describedby': describedBy,
  ...input
}: TextFieldProps) {
  return (
    <Around
      {...{ label, hint, error, id, describedBy, className }}
      control={(wiring) => {
        const field = (
          <input type="text" {...input} {...wiring} className={classes(box(error, big), end ? 'pr-24!' : null)} />
        )
        return end ? (
          <span className="relative grid">
            {field}
            {end}
          </span>
        ) : (
          field
        )
      }}
    />
  )
}

export const EmailField = (props: TextFieldProps) => (
  <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} autoComplete="email" {...props} />
)

export function TextArea({
  label,
  hint,
  error,
  id,
  className,
  'aria-describedby': describedBy,
  ...area
}: Around & ComponentProps<'textarea'>) {
  return (
    <Around
      {...{ label, hint, error, id, describedBy, className }}
      control={(wiring) => (
        <textarea rows={4} {...area} {...wiring} className={classes(box(error), 'h-auto! resize-y py-2.5!')} />
      )}
    />
  )
}

export function SelectField({
  label,
  hint,
  error,
  id,
  className,
  'aria-describedby': describedBy,
  children,
  ...select
}: Around & ComponentProps<'select'>) {
  return (
    <Around
      {...{ label, hint, error, id, describedBy, className }}
      control={(wiring) => (
        <span className="relative grid">
          <select {...select} {...wiring} className={classes(box(error), 'pr-9!')}>
            {children}
          </select>
          <Icon name="chevron" className="pointer-events-none absolute top-3.5 right-3" />
        </span>
      )}
    />
  )
}

export function CheckField({
  label,
  hint,
  error,
  id,
  className,
  ...input
}: Around & Omit<ComponentProps<'input'>, 'type'>) {
  const own = useId()
  const fieldId = id ?? own
  const hintId = `${fieldId}-hint`
  const errorId = `${fieldId}-error`
  return (
    <div className={className}>
      <label htmlFor={fieldId} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input
          {...input}
          id={fieldId}
          type="checkbox"
          aria-describedby={classes(error ? errorId : null, hint ? hintId : null) || undefined}
          aria-invalid={error ? true : undefined}
          className="mt-0.5 size-5 flex-none accent-(--ink)"
        />
        <span>{label}</span>
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="pl-8 text-1 text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

export interface FormError {
  field: string
  message: string
}

const focusWhenShown = (element: HTMLElement | null): void => element?.focus()

/** Lists a form's errors above it, each linked to its field. Takes the focus when it appears. */
export function FormSummary({ errors }: { errors: readonly FormError[] }) {
  if (errors.length === 0) return null
  return (
    <div
      ref={focusWhenShown}
      tabIndex={-1}
      role="group"
      aria-labelledby="form-summary"
      className="border-l-3 border-bad py-0.5 pl-3 text-2"
    >
      <p id="form-summary" className="font-strong">
        {t('common.formSummary', { n: errors.length })}
      </p>
      <ul>
        {errors.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${field}`}
              className="link"
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(field)?.focus()
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
