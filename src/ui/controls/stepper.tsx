import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'

const button = 'grid size-12 cursor-pointer place-items-center disabled:cursor-not-allowed disabled:text-control'

/** Asks for a whole number, typed or counted up and down by buttons beside it. */
export function Stepper({
  fewer,
  more,
  atLeast,
  atMost,
  onStep,
  ...input
}: {
  /** Labels of the buttons. */
  fewer: string
  more: string
  /** The number is the smallest, or largest. */
  atLeast: boolean
  atMost: boolean
  onStep: (by: -1 | 1) => void
} & Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <div className="inline-flex items-center rounded-control border border-control bg-raised">
      <button type="button" className={button} disabled={atLeast} aria-label={fewer} onClick={() => onStep(-1)}>
        <Icon name="minus" />
      </button>
      <input
        {...input}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        className="h-12 w-16 bg-transparent pt-0.5 text-center text-4 tabular-nums"
      />
      <button type="button" className={button} disabled={atMost} aria-label={more} onClick={() => onStep(1)}>
        <Icon name="plus" />
      </button>
    </div>
  )
}
