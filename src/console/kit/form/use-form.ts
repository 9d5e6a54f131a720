import { useRef, useState, type FormEvent } from 'react'
import type { Failure, Result } from '#platform/failure/failure.ts'
import { useAction, type ActionOptions } from '#ui/hooks/use-action.ts'
import { leaveOrAsk, useUnsavedWork } from '../unsaved-work.ts'
import { useEscape } from '../use-keydown.ts'

/** What is wrong, by the name of its field. */
export type Problems = Readonly<Partial<Record<string, string>>>

type KeyOf<Draft, Value> = { [K in keyof Draft]: Draft[K] extends Value ? K : never }[keyof Draft] & string
type Ready<Read> = Exclude<Read, { problems: unknown }>

interface FormOptions<Draft, Read, Saved> extends ActionOptions<Saved> {
  /** The fields as they are stored. Those that were not edited follow it. */
  start: Draft
  /** Returns what `save` takes, or the problems. */
  read: (draft: Draft) => Read
  save: (ready: Ready<Read>) => Promise<Result<Saved>>
  /** Asks before it is saved; a yes calls `send` with the same. */
  ask?: (ready: Ready<Read>) => void
  /** `reset` forgets what was typed, for a form that stays. */
  onSaved?: (saved: Saved, reset: () => void) => unknown
  /** Returns what a refused save has to say about fields. */
  onRefused?: (failure: Failure) => Problems | Promise<Problems>
  /** Whether leaving loses something; without it, once the draft differs from `start`. */
  isUnsaved?: (draft: Draft) => boolean
  /** What leaving would lose. */
  words?: string
  /** Follows Escape in a form that is in no dialog, after the question about unsaved work. */
  onEscape?: () => void
  /** Closes the form's dialog. */
  onClose?: () => void
}

const nowhere = { current: null }

/** Holds a form's draft, its problems, its save, and the question before something unsaved is lost. */
export function useForm<Draft extends object, Read extends object, Saved>(options: FormOptions<Draft, Read, Saved>) {
  const { start, read, save, ask, onSaved, onRefused, isUnsaved, words, onEscape, onClose, ...says } = options
  const ref = useRef<HTMLFormElement & HTMLDivElement>(null)
  const [edits, setEdits] = useState<Partial<Draft>>({})
  const [problems, setProblems] = useState<Problems>({})
  const { busy, failure, run, forget } = useAction(save, says)
  const draft: Draft = { ...start, ...edits }
  const edited = changedFields(start, draft)
  const changed = edited.length > 0
  const unsaved = isUnsaved ? isUnsaved(draft) : changed
  useUnsavedWork(unsaved, words ?? (onClose && 'What you entered here is not saved yet.'))
  useEscape(onEscape ? ref : nowhere, () => {
    if (!busy) onEscape?.()
  })

  const change = (part: Partial<Draft>): void => setEdits((now) => withEdits(start, now, part))
  /** Shows the problems, and moves the focus to the first field on the page that has one. */
  const refuse = (found: Problems): void => {
    setProblems(found)
    focusFirstProblem(ref.current, found)
  }
  const reset = (): void => {
    setEdits({})
    setProblems({})
    forget()
  }
  const send = async (ready: Ready<Read>): Promise<void> => {
    const result = await run(ready)
    if (result?.ok) await onSaved?.(result.value, reset)
    else if (result && onRefused) refuse(await onRefused(result.failure))
  }
  const submit = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    if (busy) return
    const found = read(draft)
    const wrong = 'problems' in found
    if (wrong || ask) forget()
    if (wrong) return refuse(found.problems as Problems)
    setProblems({})
    const ready = found as Ready<Read>
    return ask ? ask(ready) : send(ready)
  }
  const field = <Name extends KeyOf<Draft, string>>(name: Name) => ({
    name,
    value: draft[name],
    error: problems[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value } as Partial<Draft>),
  })
  const box = <Name extends KeyOf<Draft, boolean>>(name: Name) => ({
    checked: draft[name] as boolean,
    onChange: ({ target }: { target: { checked: boolean } }) => change({ [name]: target.checked } as Partial<Draft>),
  })
  /** What Esc and × of the dialog call. */
  const close = (): void => (unsaved ? leaveOrAsk(() => onClose?.()) : onClose?.())
  return {
    ref,
    draft,
    edited,
    changed,
    problems,
    busy,
    failure,
    change,
    refuse,
    reset,
    forget,
    send,
    submit,
    field,
    box,
    close,
  }
}

/** Moves the focus to the first field on the page that has a problem. */
export function focusFirstProblem(form: HTMLElement | null, problems: Problems): void {
  const named = [...(form?.querySelectorAll<HTMLElement>('[name]') ?? [])]
  named.find((one) => problems[one.getAttribute('name') ?? ''])?.focus()
}

/** Returns the names of the fields that differ. */
export const changedFields = <Draft extends object>(before: Draft, after: Draft): (keyof Draft & string)[] =>
  (Object.keys(before) as (keyof Draft & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** Adds edits; drops those that are as stored, so that they follow what is stored from then on. */
export function withEdits<Draft extends object>(start: Draft, edits: Partial<Draft>, part: Partial<Draft>) {
  const all = Object.entries({ ...edits, ...part }) as [keyof Draft, unknown][]
  return Object.fromEntries(all.filter(([name, value]) => value !== start[name])) as Partial<Draft>
}

/** Returns the checks that say something, as problems; null where none does. */
export function problemsIn(checks: Readonly<Record<string, string | false>>): { problems: Problems } | null {
  const problems = Object.fromEntries(Object.entries(checks).filter(([, words]) => words !== false)) as Problems
  return Object.keys(problems).length > 0 ? { problems } : null
}
