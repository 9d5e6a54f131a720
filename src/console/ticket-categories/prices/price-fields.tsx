import { useId, useRef } from 'react'
import { Button } from '#ui/controls/button.tsx'
import { CheckField, FieldError, TextField } from '#ui/controls/field.tsx'
import { MAX_PHASES, MAX_PHASE_NAME, noPhase, type PhaseProblems, type TypedPhase } from './phase-draft.ts'

/** Price, free, and phases of a ticket category. `change` sets what was edited. */
export function PriceFields({
  typed,
  problems,
  change,
  className,
}: {
  typed: { phases: TypedPhase[]; free: boolean }
  problems: { phases?: PhaseProblems[] }
  change: (edit: { phases?: TypedPhase[]; free?: boolean }) => void
  className?: string
}) {
  return (
    <div className={className}>
      <CheckField
        label="Free: no price, no fee"
        hint="Customers get these tickets at once, at most as many as one order may have. No payment is checked."
        checked={typed.free}
        onChange={(event) => change({ free: event.target.checked })}
      />
      {typed.free ? null : (
        <Phases phases={typed.phases} problems={problems.phases ?? []} onChange={(phases) => change({ phases })} />
      )}
    </div>
  )
}

function Phases({
  phases,
  problems,
  onChange,
}: {
  phases: TypedPhase[]
  problems: readonly PhaseProblems[]
  onChange: (phases: TypedPhase[]) => void
}) {
  const group = useRef<HTMLFieldSetElement>(null)
  const hint = useId()
  const focusName = (index: number): void => {
    requestAnimationFrame(() =>
      group.current?.querySelectorAll<HTMLElement>('[name="phase-name"], [data-add]')[index]?.focus(),
    )
  }
  const move = (index: number, by: -1 | 1): void => {
    const next = [...phases]
    const [one] = next.splice(index, 1)
    next.splice(index + by, 0, one!)
    onChange(next)
  }
  return (
    <fieldset ref={group} className="mt-2 grid gap-3" aria-describedby={hint}>
      <legend className="text-2 font-strong">Phases (optional)</legend>
      <p id={hint} className="text-1 text-muted">
        Prices before the one above, such as an early bird. The first phase that has not ended sets the price. A hold
        keeps the price it began with.
      </p>
      {phases.map((phase, index) => {
        const field = (name: keyof TypedPhase) => ({
          name: `phase-${name}`,
          value: phase[name],
          error: problems[index]?.[name],
          autoComplete: 'off',
          onChange: (event: { target: { value: string } }) =>
            onChange(phases.map((one, at) => (at === index ? { ...one, [name]: event.target.value } : one))),
        })
        const said = phase.name || `phase ${index + 1}`
        return (
          // oxlint-disable-next-line react/no-array-index-key -- a row has no other identity, and keeps what was typed
          <div
            key={index}
            role="group"
            aria-label={`Phase ${index + 1}`}
            className="grid gap-3 border-t border-rule pt-3 desk:grid-cols-4"
          >
            <TextField {...field('name')} label="Phase" required maxLength={MAX_PHASE_NAME} />
            <TextField {...field('price')} label="Price in the phase" hint="Rupees" inputMode="decimal" required />
            <TextField {...field('until')} label="Ends at (optional)" hint="India time (IST)" type="datetime-local" />
            <TextField
              {...field('untilSold')}
              label="Ends when sold (optional)"
              hint="Tickets held, under review or sold"
              inputMode="numeric"
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
                  onChange(phases.filter((_, at) => at !== index))
                  focusName(index)
                }}
              >
                Remove
              </Button>
            </div>
          </div>
        )
      })}
      {problems.some((row) => Object.keys(row).length > 0) ? <FieldError>Correct the phases.</FieldError> : null}
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
