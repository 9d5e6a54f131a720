import { createContext, use, useEffect } from 'react'

/** Forms with unsaved work; true for one in a list row, which other rows can replace. */
const open = new Map<symbol, boolean>()
let ask: ((leave: () => void, stay: () => void) => void) | null = null

export const InRows = createContext(false)

export const hasUnsavedWork = (): boolean => open.size > 0
export const hasUnsavedRow = (): boolean => [...open.values()].includes(true)

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

/** While `unsaved`, links, Back, closing the tab, logging out and changing the rows ask first. */
export function useUnsavedWork(unsaved: boolean): void {
  const inRows = use(InRows)
  useEffect(() => {
    if (!unsaved) return
    const form = Symbol('form')
    open.set(form, inRows)
    return () => void open.delete(form)
  }, [unsaved, inRows])
}
