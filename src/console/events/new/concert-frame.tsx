import { FailureNote } from '../../kit/form/form-frame.tsx'
import { useRef, type ReactNode, useEffect, type RefObject } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormSummary } from '#ui/controls/field.tsx'
import { AboutFields } from '../about/about-fields.tsx'
import { instantOf } from '../event-draft.ts'
import { idOf } from '../event-inputs.tsx'
import { FormSection, type FormParts } from './form-section.tsx'
import { HallSection } from './hall-section.tsx'
import { PublishSection } from './publish-section.tsx'
import type { ConcertFormState } from './use-concert-form.ts'
import { WhenSection } from './when-section.tsx'
import { ZonesSection } from './zones/zones-section.tsx'

/** Shows the form of a concert, new or stored: its problems in a summary, its sections, and its button. */
export function ConcertFrame({
  form: { parts, presses, storing, setStoring },
  label,
  stored,
  submit,
  busy,
  changed,
  disabled = false,
  failure,
  first: light,
  onSubmit,
  children,
}: {
  form: ConcertFormState
  label: string
  stored?: FormParts['stored']
  /** Words of the button, and while it is busy. */
  submit: readonly [string, string]
  busy: boolean
  /** Something is typed that is not saved. */
  changed: boolean
  disabled?: boolean
  failure: Failure | null
  /** After the fields of the first step. */
  first?: ReactNode
  onSubmit: () => void
  children: ReactNode
}) {
  const { draft, problems, change } = parts
  const all = stored ? { ...parts, stored } : parts
  const form = useRef<HTMLFormElement>(null)
  useLeadOn(form)
  const [first] = draft.dates
  const errors = Object.entries(problems).map(([path, message]) => ({
    field: idOf(path),
    message: said(path, message),
  }))
  return (
    <form
      ref={form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!storing) onSubmit()
      }}
      className="mt-4 max-w-[1080px]"
    >
      <FailureNote failure={errors.length === 0 ? failure : null} className="mb-4" />
      <div className={errors.length > 0 ? 'mb-4' : ''}>
        <FormSummary key={presses} errors={errors} />
      </div>
      <WhenSection {...all} light={light} />
      <HallSection {...all} />
      <ZonesSection {...all} />
      <FormSection
        name="about"
        title="Text and poster"
        text="All of it can be added later, too."
        fields={/^about/}
        problems={problems}
      >
        <AboutFields
          draft={draft.about}
          problems={problems}
          starts={first ? instantOf(first.day, first.time) : null}
          eventId={first?.id ?? ''}
          onChange={(field, text) => change((now) => ({ about: { ...now.about, [field]: text } }))}
          onBusy={setStoring}
        />
      </FormSection>
      <PublishSection {...all} />
      <div className="flex flex-wrap items-center gap-4 border-t border-rule pt-4">
        <Button type="submit" busy={busy} busyLabel={submit[1]} disabled={storing || disabled}>
          {submit[0]}
        </Button>
        <span className="text-2 text-muted" role="status">
          {storing ? 'Wait until the poster is stored.' : changed ? 'Not saved yet; kept on this device.' : ''}
        </span>
      </div>
      {children}
    </form>
  )
}

/** Names the zone or date of a problem, for the summary. */
function said(path: string, problem: string): string {
  const zone = /^zones\[(\d+)\]/.exec(path)?.[1]
  if (zone !== undefined) return `Zone ${Number(zone) + 1}: ${problem}`
  const date = /^dates\[(\d+)\]/.exec(path)?.[1]
  if (date !== undefined && date !== '0') return `Date ${Number(date) + 1}: ${problem}`
  const section = /^hall\.sections\[(\d+)\]/.exec(path)?.[1]
  return section === undefined ? problem : `Section ${Number(section) + 1}: ${problem}`
}

/** Enter in a field goes to the next one, as in the rows of a table; buttons and text areas keep it. */
function useLeadOn(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const node = form.current
    node?.addEventListener('keydown', leadOn)
    return () => node?.removeEventListener('keydown', leadOn)
  }, [form])
}

function leadOn(event: KeyboardEvent): void {
  const { target } = event
  if (event.key !== 'Enter' || event.isComposing) return
  const isField = target instanceof HTMLInputElement && target.type !== 'file'
  if (!isField && !(target instanceof HTMLSelectElement)) return
  event.preventDefault()
  const fields = [...(target.form?.elements ?? [])].filter(
    (one) =>
      (one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement) &&
      !one.disabled,
  ) as HTMLElement[]
  const next = fields[fields.indexOf(target) + 1]
  next?.focus()
  if (next instanceof HTMLInputElement) next.select()
}
