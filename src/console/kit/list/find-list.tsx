import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import { classes } from '#ui/controls/classes.ts'
import { TextField } from '#ui/controls/field.tsx'
import { SEARCH_PAUSE_MS } from './list-parts.tsx'

/** Returns the text once nothing was typed for a pause. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Shows a field, and below it what its text finds: arrows move among the finds, Enter and a press choose one. */
export function FindList<T>({
  label,
  hint,
  text,
  onText,
  between,
  groups,
  keyOf,
  isPicked,
  onChoose,
  children,
}: {
  label: string
  hint: string
  text: string
  onText: (text: string) => void
  /** What follows the field: how many were found, or why none. */
  between: ReactNode
  /** Without a label where there is one group. */
  groups: readonly { label?: string; finds: readonly T[] }[]
  keyOf: (find: T) => string
  /** Where several can be chosen. */
  isPicked?: ((find: T) => boolean) | undefined
  onChoose: (find: T) => void
  children: (find: T) => ReactNode
}) {
  const id = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const finds = groups.flatMap((group) => group.finds)
  const at = Math.max(
    0,
    finds.findIndex((find) => keyOf(find) === chosen),
  )
  const active = finds[at]
  const activeId = active && `${id}-${at}`
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])

  const onKey = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method is no choice.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined && event.key !== 'Enter') return
    // Enter would submit a form around the dialog.
    event.preventDefault()
    if (!active) return
    if (step === undefined) onChoose(active)
    else setChosen(keyOf(finds.at((at + step) % finds.length)!))
  }
  return (
    <>
      <TextField
        label={label}
        hint={hint}
        role="combobox"
        aria-expanded={finds.length > 0}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        data-autofocus=""
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          onText(event.target.value)
          setChosen(null)
        }}
        onKeyDown={onKey}
      />
      {between}
      <div
        id={id}
        role="listbox"
        aria-label="Results"
        aria-multiselectable={isPicked ? true : undefined}
        className="desk:h-[min(484px,55dvh)] desk:overflow-y-auto"
      >
        {groups.map(({ label: name, finds: inGroup }) => (
          <div key={name ?? ''} role={name && 'group'} aria-label={name} className="mt-3">
            {name ? (
              <p aria-hidden="true" className="border-b border-rule pb-1 text-1 text-muted">
                {name}
              </p>
            ) : null}
            {inGroup.map((find) => (
              <div
                key={keyOf(find)}
                id={`${id}-${finds.indexOf(find)}`}
                role="option"
                aria-selected={isPicked ? isPicked(find) : find === active}
                className={classes(
                  'flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 border-l-3 px-2 pt-2.5 pb-1.5',
                  find === active ? 'border-accent bg-sunk' : 'border-transparent',
                )}
                onPointerMove={() => setChosen(keyOf(find))}
                onClick={() => onChoose(find)}
              >
                {children(find)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </>
  )
}
