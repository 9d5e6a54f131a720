import { useEffect } from 'react'

/** Forms of the console that hold what is not saved yet. */
const open = new Set<symbol>()
let ask: ((leave: () => void) => void) | null = null

export const hasUnsavedWork = (): boolean => open.size > 0

/** The one question of the console, asked before a page with unsaved work is left. */
export function answerLeaving(question: typeof ask): void {
  ask = question
}

/** Leaves now, or once the question about unsaved work is answered with Leave. */
export function leaveOrAsk(leave: () => void): void {
  if (ask && hasUnsavedWork()) ask(leave)
  else leave()
}

/** While `unsaved`, links, Back, closing the tab and logging out ask first. */
export function useUnsavedWork(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const form = Symbol('form')
    open.add(form)
    return () => void open.delete(form)
  }, [unsaved])
}
