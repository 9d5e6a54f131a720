import { createContext, use, useEffect } from 'react'

/** Forms of the console that hold what is not saved yet; true: in a row of a list, whose place other rows can take. */
const open = new Map<symbol, boolean>()
let ask: ((leave: () => void, stay: () => void) => void) | null = null

/** Whether what is drawn below stands in the rows of a list. */
export const InRows = createContext(false)

export const hasUnsavedWork = (): boolean => open.size > 0
export const hasUnsavedRow = (): boolean => [...open.values()].includes(true)

/** The one question of the console, asked before unsaved work is dropped. */
export function answerLeaving(question: typeof ask): void {
  ask = question
}

/** Leaves now, or once the question about unsaved work is answered with Leave. */
export function leaveOrAsk(leave: () => void): void {
  if (ask && hasUnsavedWork()) ask(leave, nothing)
  else leave()
}

/** The same where other rows come and the rest of the page stays: asks about forms in rows. `stay` follows Stay here. */
export function leaveRowsOrAsk(leave: () => void, stay: () => void = nothing): void {
  if (ask && hasUnsavedRow()) ask(leave, stay)
  else leave()
}

const nothing = (): void => undefined

/** While `unsaved`, links, Back, closing the tab, logging out, and other rows in the form's place ask first. */
export function useUnsavedWork(unsaved: boolean): void {
  const inRows = use(InRows)
  useEffect(() => {
    if (!unsaved) return
    const form = Symbol('form')
    open.set(form, inRows)
    return () => void open.delete(form)
  }, [unsaved, inRows])
}
