import { readLayoutFile, type LayoutRead } from './layout-file.ts'
import { convertPlan, type ConvertedPlan } from './pretix/pretix-plan.ts'

/** A layout as it was read, and what its file says that a layout cannot, in sentences. */
export type HallRead = LayoutRead & { notes: string[] }

/** Reads a file of this shop's format, or a seating plan of pretix. */
export function readHallFile(text: string): HallRead {
  const plan = planIn(text)
  if (!plan) return { ...readLayoutFile(text), notes: [] }
  const { name, data, notes } = plan
  if (data.sections.length === 0) return { ok: false, problems: ['The plan has no seats.'], notes }
  const format = 'mehfil-layout/2'
  return { ...readLayoutFile(JSON.stringify({ format, name: name || 'Hall', ...data })), notes }
}

function planIn(text: string): ConvertedPlan | null {
  try {
    return convertPlan(JSON.parse(text))
  } catch {
    return null
  }
}
