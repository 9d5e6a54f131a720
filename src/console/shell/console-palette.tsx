import { useEffect, useId, useState, type KeyboardEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { classes } from '#ui/controls/classes.ts'
import { Dialog } from '#ui/controls/dialog.tsx'
import { TextField } from '#ui/controls/field.tsx'
import { ListFailure, SEARCH_PAUSE_MS } from '../kit/list/list-parts.tsx'
import { leaveOrAsk } from '../kit/unsaved-work.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { counted } from '../kit/words/counted.ts'
import { findPages, LEAST_LETTERS, questions, type Find } from './palette-finds.ts'

/** Returns the text once nothing was typed for a pause. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), SEARCH_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}

/** Asks one question, and shows its answer only as long as the same text is typed. */
function useFound({ label, ask }: (typeof questions)[number], text: string, typed: string) {
  const loaded = useLoaded(text === '' ? '' : `${label} ${text}`, () => ask(text), { list: text })
  return { ...loaded, label, value: text === typed ? loaded.value : undefined }
}

const couldNot = (failed: readonly { label: string }[]): string =>
  `${failed.map(({ label }, at) => (at === 0 ? label : label.toLowerCase())).join(', ')} could not be searched.`

/** Finds pages, concerts, orders and people, and leads to the chosen one. */
export function ConsolePalette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const id = useId()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const typed = text.trim()
  const paused = usePaused(typed)
  const question = paused.length < LEAST_LETTERS ? '' : paused
  const concerts = useFound(questions[0], question, typed)
  const orders = useFound(questions[1], question, typed)
  const people = useFound(questions[2], question, typed)
  const asked = [concerts, orders, people]

  const groups = [{ label: 'Pages', value: findPages(typed) }, ...asked]
    .map(({ label, value }) => ({ label, finds: value ?? [] }))
    .filter(({ finds }) => finds.length > 0)
  const finds = groups.flatMap((group) => group.finds)
  const at = Math.max(
    0,
    finds.findIndex(({ to }) => to === chosen),
  )
  const active = finds[at]
  const idOf = (find: Find): string => `${id}-${finds.indexOf(find)}`
  const isWaiting = typed.length >= LEAST_LETTERS && (paused !== typed || asked.some(({ loading }) => loading))
  const failed = isWaiting ? [] : asked.filter(({ failure }) => failure !== null)

  const activeId = active && idOf(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])

  const open = (find: Find) => {
    onClose()
    leaveOrAsk(() => void navigate(find.to))
  }
  const onKey = (event: KeyboardEvent) => {
    // Enter that ends a word of an input method is no choice.
    if (event.nativeEvent.isComposing || !active) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setChosen(finds.at((at + step) % finds.length)!.to)
    else if (event.key === 'Enter') open(active)
    else return
    event.preventDefault()
  }

  return (
    <Dialog open onClose={onClose} title="Search">
      <TextField
        label="Pages, concerts, orders and people"
        hint="A name, a city, an order code, a UTR or an e-mail address"
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
          setText(event.target.value)
          setChosen(null)
        }}
        onKeyDown={onKey}
      />
      <p
        role="status"
        className={classes('mt-3 min-h-6 text-2 text-muted', finds.length > 0 && !isWaiting && 'sr-only')}
      >
        {isWaiting
          ? 'Looking…'
          : finds.length > 0
            ? counted(finds.length, 'result')
            : failed.length === 0
              ? `Nothing was found for “${typed}”.`
              : ''}
      </p>
      {failed.length > 0 ? (
        <ListFailure
          message={couldNot(failed)}
          failure={failed[0]!.failure}
          onRetry={() => failed.map((one) => one.reload())}
        />
      ) : null}
      <div id={id} role="listbox" aria-label="Results" className="desk:h-[min(484px,55dvh)] desk:overflow-y-auto">
        {groups.map((group) => (
          <div key={group.label} role="group" aria-label={group.label} className="mt-3">
            <p aria-hidden="true" className="border-b border-rule pb-1 text-1 text-muted">
              {group.label}
            </p>
            {group.finds.map((find) => (
              <div
                key={find.to}
                id={idOf(find)}
                role="option"
                aria-selected={find === active}
                className={classes(
                  'flex min-h-11 cursor-pointer flex-wrap items-baseline gap-x-3 border-l-3 px-2 pt-2.5 pb-1.5',
                  find === active ? 'border-accent bg-sunk' : 'border-transparent',
                )}
                onPointerMove={() => setChosen(find.to)}
                onClick={() => open(find)}
              >
                <span className="font-strong">{find.label}</span>
                <span className="text-2 text-muted">{find.note}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
