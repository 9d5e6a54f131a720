import { createContext, use, useEffect } from 'react'

/** Forms with unsaved work. `inRows`: one in a list row, which other rows can replace. `words`: what would be lost. */
const open = new Map<symbol, { inRows: boolean; words: string }>()
let ask: ((leave: () => void, stay: () => void) => void) | null = null

export const InRows = createContext(false)

export const hasUnsavedWork = (): boolean => open.size > 0
export const hasUnsavedRow = (): boolean => [...open.values()].some(({ inRows }) => inRows)
/** What the form that was opened last would lose. */
export const unsavedWords = (): string => [...open.values()].at(-1)?.words ?? ''

/** Registers the console's one question about unsaved work. */
export function registerLeaveQuestion(question: typeof ask): void {
  ask = question
}

export function leaveOrAsk(leave: () => void): void {
  if (ask && hasUnsavedWork()) ask(leave, nothing)
  else leave()
}

/** Asks about forms in rows only; calls `stay` when the user stays. */
export function leaveRowsOrAsk(leave: () => void, stay: () => void = nothing): void {
  if (ask && hasUnsavedRow()) ask(leave, stay)
  else leave()
}

const nothing = (): void => undefined

/** Asks before links, Back, closing the tab, logging out and changing the rows, while `unsaved`. */
export function useUnsavedWork(unsaved: boolean, words = 'What you changed on this page is not saved yet.'): void {
  const inRows = use(InRows)
  useEffect(() => {
    if (!unsaved) return
    const form = Symbol('form')
    open.set(form, { inRows, words })
    return () => void open.delete(form)
  }, [unsaved, inRows, words])
}

/** Returns what Esc and × of a dialog call: it asks first while the dialog holds something unsaved. */
export function useAskingClose(unsaved: boolean, close: () => void, words = 'What you entered here is not saved yet.') {
  useUnsavedWork(unsaved, words)
  return (): void => (unsaved ? leaveOrAsk(close) : close())
}
