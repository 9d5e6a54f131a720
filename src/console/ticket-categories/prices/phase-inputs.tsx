import { useId, useRef, type ComponentProps } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { FieldError, TextField } from '#ui/controls/field.tsx'
import { fieldAt, replaced } from '../../events/event-inputs.tsx'
import { MAX_PHASES, MAX_PHASE_NAME, noPhase, type PhaseText } from '../category-draft.ts'

type Parts = Parameters<typeof fieldAt>[0]

const phaseInputs = {
  name: { maxLength: MAX_PHASE_NAME },
  price: { inputMode: 'decimal' },
  until: { type: 'datetime-local' },
  untilSold: { inputMode: 'numeric' },
} as const

type PhaseWords = Record<
  keyof PhaseText,
  Pick<ComponentProps<typeof TextField>, 'label' | 'hint' | 'required' | 'className'>
>

const pageWords: PhaseWords = {
  name: { label: 'Phase', required: true },
  price: { label: 'Price in the phase', hint: 'Rupees', required: true },
  until: { label: 'Ends at (optional)', hint: 'India time (IST)' },
  untilSold: { label: 'Ends when sold (optional)', hint: 'Tickets held, under review or sold' },
}

/** The inputs of a phase, whose path is `here`. */
export const PhaseInputs = ({
  parts,
  here,
  phase,
  words,
  onChange,
}: {
  parts: Parts
  here: string
  phase: PhaseText
  words: PhaseWords
  onChange: (part: Partial<PhaseText>) => void
}) =>
  (Object.keys(phaseInputs) as (keyof PhaseText)[]).map((name) => (
    <TextField
      key={name}
      {...fieldAt(parts, `${here}.${name}`)}
      {...phaseInputs[name]}
      {...words[name]}
      value={phase[name]}
      autoComplete="off"
      onChange={({ target }) => onChange({ [name]: target.value })}
    />
  ))

/** Shows the phases of a category on its page. */
export function Phases({
  parts,
  phases,
  onChange,
}: {
  parts: Parts
  phases: readonly PhaseText[]
  onChange: (phases: PhaseText[]) => void
}) {
  const group = useRef<HTMLFieldSetElement>(null)
  const hint = useId()
  const focusName = (index: number): void => {
    requestAnimationFrame(() =>
      group.current?.querySelectorAll<HTMLElement>('[name$="].name"], [data-add]')[index]?.focus(),
    )
  }
  const move = (index: number, by: -1 | 1): void =>
    onChange(phases.toSpliced(index, 1).toSpliced(index + by, 0, phases[index]!))
  return (
    <fieldset ref={group} className="mt-2 grid gap-3" aria-describedby={hint}>
      <legend className="text-2 font-strong">Phases (optional)</legend>
      <p id={hint} className="text-1 text-muted">
        Prices before the one above, such as an early bird. The first phase that has not ended sets the price. A hold
        keeps the price it began with.
      </p>
      {phases.map((phase, index) => {
        const said = phase.name || `phase ${index + 1}`
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a row has no other identity, and keeps what was typed
          <div
            key={index}
            role="group"
            aria-label={`Phase ${index + 1}`}
            className="grid gap-3 border-t border-rule pt-3 desk:grid-cols-4"
          >
            <PhaseInputs
              parts={parts}
              here={`phases[${index}]`}
              phase={phase}
              words={pageWords}
              onChange={(part) => onChange(replaced(phases, index, part))}
            />
            <div className="flex flex-wrap gap-x-4 desk:col-span-4">
              <Button
                kind="bare"
                small
                disabled={index === 0}
                aria-label={`Move ${said} up`}
                onClick={() => move(index, -1)}
              >
                Up
              </Button>
              <Button
                kind="bare"
                small
                disabled={index === phases.length - 1}
                aria-label={`Move ${said} down`}
                onClick={() => move(index, 1)}
              >
                Down
              </Button>
              <Button
                kind="bare"
                small
                aria-label={`Remove ${said}`}
                onClick={() => {
                  onChange(phases.toSpliced(index, 1))
                  focusName(index)
                }}
              >
                Remove
              </Button>
            </div>
          </div>
        )
      })}
      {Object.keys(parts.problems).some((path) => path.startsWith('phases')) ? (
        <FieldError>Correct the phases.</FieldError>
      ) : null}
      <div>
        <Button
          kind="line"
          small
          data-add
          disabled={phases.length >= MAX_PHASES}
          onClick={() => {
            onChange([...phases, noPhase])
            focusName(phases.length)
          }}
        >
          Add a Phase
        </Button>
      </div>
    </fieldset>
  )
}
