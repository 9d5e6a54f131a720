import { useLayoutEffect, useRef, useState } from 'react'
import type { DoorCategory } from '#shop/box-office/box-office.api.ts'
import { IconButton } from '#ui/controls/button.tsx'
import { classes } from '#ui/controls/classes.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { Note } from '#ui/display/note.tsx'
import { count } from '#ui/format.ts'
import { doorPriceText } from '../box-office-words.ts'
import { Key } from './key.tsx'

/** Returns the field's id, which a key gives the focus. */
export const numberId = (categoryId: string): string => `number-${categoryId}`

/** Shows one category with its key and the number of tickets; typing a number takes the best seats together. */
export function CategoryRow({
  category,
  index,
  people,
  turn,
  left,
  active,
  problem,
  onNumber,
  onStep,
  onActive,
}: {
  category: DoorCategory
  index: number
  people: number
  /** Changes when the number was changed by something else than typing. */
  turn: number
  left: number
  active: boolean
  problem: string | null
  onNumber: (n: number) => void
  onStep: (by: 1 | -1) => void
  onActive: () => void
}) {
  const [typed, setTyped] = useState<{ text: string; turn: number } | null>(null)
  const problemId = `${numberId(category.id)}-problem`
  const input = useRef<HTMLInputElement>(null)
  const byHand = typed?.turn === turn
  // A number that came by a key is replaced by the next digit, not continued.
  useLayoutEffect(() => {
    if (!byHand && input.current === document.activeElement) input.current?.select()
    // oxlint-disable-next-line exhaustive-effect-dependencies -- again for another number
  }, [byHand, people])
  const change = (text: string): void => {
    const digits = text.replaceAll(/\D/g, '').slice(0, 4)
    setTyped({ text: digits, turn })
    if (digits !== '') onNumber(Number(digits))
  }
  return (
    <li className={classes('border-b border-rule py-2', active && 'bg-sunk')}>
      <div className="flex items-center gap-3 px-2">
        {index < 9 ? <Key>{String(index + 1)}</Key> : <span className="w-6" />}
        <label htmlFor={numberId(category.id)} className="min-w-0 flex-1 cursor-pointer py-1">
          <span className="block font-strong wrap-anywhere">{category.name}</span>
          <span className="block text-2 text-muted tabular-nums">
            {doorPriceText(category)} · {left === 0 ? 'none left' : `${count(left)} left`}
            {category.seats ? null : ' · standing'}
          </span>
        </label>
        <div className="inline-flex flex-none items-center rounded-control border border-control bg-raised">
          <IconButton label={`One fewer, ${category.name}`} disabled={people === 0} onClick={() => onStep(-1)}>
            <Icon name="minus" />
          </IconButton>
          <input
            id={numberId(category.id)}
            data-place="number"
            ref={input}
            value={byHand ? typed.text : String(people)}
            onChange={(event) => change(event.target.value)}
            onFocus={(event) => {
              onActive()
              event.target.select()
            }}
            onBlur={() => setTyped(null)}
            inputMode="numeric"
            autoComplete="off"
            aria-label={`${category.name}, number of tickets`}
            aria-describedby={problem ? problemId : undefined}
            aria-invalid={problem ? true : undefined}
            className="h-11 w-12 bg-transparent pt-0.5 text-center text-4 tabular-nums"
          />
          <IconButton label={`One more, ${category.name}`} onClick={() => onStep(1)}>
            <Icon name="plus" />
          </IconButton>
        </div>
      </div>
      {problem ? (
        <Note kind="warn" id={problemId} role="status" className="mx-2 mt-1.5">
          {problem}
        </Note>
      ) : null}
    </li>
  )
}
