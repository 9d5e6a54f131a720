import type { LayoutData } from '#shop/layouts/layout.ts'

export const MAX_STEPS = 200

export interface LayoutHistory {
  past: readonly LayoutData[]
  present: LayoutData
  future: readonly LayoutData[]
  /** Steps with the same name (one stroke, one field) are undone together. */
  group: string | null
}

export const startHistory = (present: LayoutData): LayoutHistory => ({ past: [], present, future: [], group: null })

/** Adds a step, none when nothing changed; joins the last step of the same group. */
export function takeStep(history: LayoutHistory, next: LayoutData, group: string | null = null): LayoutHistory {
  if (next === history.present) return history
  const joins = group !== null && group === history.group
  return {
    past: joins ? history.past : [...history.past, history.present].slice(-MAX_STEPS),
    present: next,
    future: [],
    group,
  }
}

export function undo(history: LayoutHistory): LayoutHistory {
  const before = history.past.at(-1)
  if (!before) return history
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future], group: null }
}

export function redo(history: LayoutHistory): LayoutHistory {
  const [next, ...future] = history.future
  if (!next) return history
  return { past: [...history.past, history.present], present: next, future, group: null }
}

/** Takes a step; those with the same group are undone together. */
export type Edit = (change: (data: LayoutData) => LayoutData, group?: string) => void
