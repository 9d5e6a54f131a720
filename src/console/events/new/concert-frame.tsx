import { useRef, type ReactNode, useEffect, type RefObject } from 'react'
import type { Failure } from '#platform/failure/failure.ts'
import { FormSummary } from '#ui/controls/field.tsx'
import { Note } from '#ui/display/note.tsx'
import { whyFailed } from '../../kit/why-failed.ts'
import { AboutFields } from '../about/about-fields.tsx'
import type { AboutProblems } from '../about/about-draft.ts'
import { instantOf } from '../event-draft.ts'
import type { Problems } from './draft/read-concert.ts'
import { idOf, type FormParts } from './form-parts.ts'
import { FormSection } from './form-section.tsx'
import { HallSection } from './hall-section.tsx'
import { PublishSection } from './publish-section.tsx'
import { WhenSection } from './when-section.tsx'
import { ZonesSection } from './zones/zones-section.tsx'

/** The form of a concert, new or stored: its problems in a summary, and its sections. `children`: its last row. */
export function ConcertFrame({
  label,
  parts,
  presses,
  failure,
  onSubmit,
  onBusy,
  children,
}: {
  label: string
  parts: FormParts
  /** Another number lets the summary take the focus again. */
  presses: number
  failure: Failure | null
  onSubmit: () => void
  /** While the poster is made and stored. */
  onBusy: (busy: boolean) => void
  children: ReactNode
}) {
  const { draft, problems, change } = parts
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
        onSubmit()
      }}
      className="mt-4 max-w-[1080px]"
    >
      {failure && errors.length === 0 ? (
        <Note kind="bad" className="mb-4" role="alert">
          {whyFailed(failure)}
        </Note>
      ) : null}
      <div className={errors.length > 0 ? 'mb-4' : ''}>
        <FormSummary key={presses} errors={errors} />
      </div>
      <WhenSection {...parts} />
      <HallSection {...parts} />
      <ZonesSection {...parts} />
      <FormSection title="About and poster" text="All of it can be added later, too.">
        <AboutFields
          draft={draft.about}
          problems={aboutProblems(problems)}
          starts={first ? instantOf(first.day, first.time) : null}
          eventId={first?.id ?? ''}
          onChange={(field, text) => change((now) => ({ about: { ...now.about, [field]: text } }))}
          onBusy={onBusy}
        />
      </FormSection>
      <PublishSection {...parts} />
      {children}
    </form>
  )
}

const aboutProblems = (problems: Problems): AboutProblems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, problem]) =>
      path.startsWith('about.') ? [[path.slice('about.'.length), problem]] : [],
    ),
  )

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
