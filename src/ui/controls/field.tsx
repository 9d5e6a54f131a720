import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'
import { t } from '../messages/messages.ts'

interface Words {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/** Wires a field to its words. Returns the properties of its control, the label's, and the words below it. */
function useField<P extends Words & { id?: string; className?: string; 'aria-describedby'?: string }>(props: P) {
  const { label, hint, error, id, className, 'aria-describedby': describedBy, ...rest } = props
  const own = useId()
  const fieldId = id ?? own
  const hintId = `${fieldId}-hint`
  const errorId = `${fieldId}-error`
  const control = {
    ...rest,
    id: fieldId,
    'aria-describedby': classes(error ? errorId : null, hint ? hintId : null, describedBy) || undefined,
    'aria-invalid': error ? (true as const) : undefined,
  }
  const below = (hintClass?: string): ReactNode => (
    <>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className={classes('text-1 text-muted', hintClass)}>
          {hint}
        </p>
      )}
    </>
  )
  const around = (field: ReactNode): ReactNode => (
    <div className={classes('grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1.5', className)}>
      <label id={`${fieldId}-label`} htmlFor={fieldId} className="text-2 leading-5 font-strong">
        {label}
      </label>
      {field}
      {below()}
    </div>
  )
  return { control, below, around }
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

export interface TextFieldProps extends Words, ComponentProps<'input'> {
  /** 56 px and spaced, for a reference that is compared digit by digit. */
  big?: boolean
  end?: ReactNode
}

export function TextField({ big, end, ...props }: TextFieldProps) {
  const { control, around } = useField(props)
  const field = <input type="text" {...control} className={classes(box(props.error, big), end ? 'pr-24!' : null)} />
  return around(
    end ? (
      <span className="relative grid">
        {field}
        {end}
      </span>
    ) : (
      field
    ),
  )
}

export const EmailField = (props: TextFieldProps) => (
  <TextField type="email" inputMode="email" autoCapitalize="none" spellCheck={false} autoComplete="email" {...props} />
)

export function TextArea(props: Words & ComponentProps<'textarea'>) {
  const { control, around } = useField(props)
  return around(<textarea rows={4} {...control} className={classes(box(props.error), 'h-auto! resize-y py-2.5!')} />)
}

export function SelectField(props: Words & ComponentProps<'select'>) {
  const { control, around } = useField(props)
  return around(
    <span className="relative grid">
      <select {...control} className={classes(box(props.error), 'pr-9!')} />
      <Icon name="chevron" className="pointer-events-none absolute top-3.5 right-3" />
    </span>,
  )
}

/** Looks as a select does; a press opens what the choice is made in. Its name is its label and its words. */
export function ChoiceField({ children, ...props }: Words & ComponentProps<'button'>) {
  const { control, around } = useField(props)
  const { 'aria-invalid': _, ...button } = control
  return around(
    <button
      type="button"
      aria-haspopup="dialog"
      {...button}
      aria-labelledby={`${control.id}-label ${control.id}`}
      className={classes(box(props.error), 'flex cursor-pointer items-center justify-between gap-2 text-left')}
    >
      <span className="truncate">{children}</span>
      <Icon name="chevron" className="flex-none" />
    </button>,
  )
}

export function CheckField(props: Words & Omit<ComponentProps<'input'>, 'type'>) {
  const { control, below } = useField(props)
  return (
    <div className={props.className}>
      <label htmlFor={control.id} className="flex min-h-11 cursor-pointer items-start gap-3 py-2.5">
        <input {...control} type="checkbox" className="mt-0.5 size-5 flex-none accent-(--ink)" />
        <span>{props.label}</span>
      </label>
      {below('pl-8')}
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
