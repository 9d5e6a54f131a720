import type { LayoutData } from '#shop/catalogue/catalogue.ts'

/** How many steps can be taken back. */
export const MAX_STEPS = 200

/** A plan with what it was before each step, and what was taken back. */
export interface LayoutHistory {
  past: readonly LayoutData[]
  present: LayoutData
  future: readonly LayoutData[]
  /** Steps of one stroke or one field are one: they carry the same name. */
  group: string | null
}

export const startHistory = (present: LayoutData): LayoutHistory => ({ past: [], present, future: [], group: null })

/** One more step; none when nothing changed. Steps with the group of the one before join it. */
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
