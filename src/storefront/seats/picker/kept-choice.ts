import { readDraft, writeDraft } from '#account/session/tab-memory.ts'

/**
 * Seats that were chosen and are not in the cart yet, by category: this tab keeps them through Back, a closed picker and a
 * reload, until they are in the cart or somebody signs out. Nothing is held by it.
 */
export function keptChosen(categoryId: string): string[] {
  const seats = all()[categoryId]
  return Array.isArray(seats) ? seats.filter((seat) => typeof seat === 'string') : []
}

/** From now on these are chosen; none: nothing is kept of the category. */
export function keepChosen(categoryId: string, seats: readonly string[]): void {
  const kept = all()
  if (seats.length > 0) kept[categoryId] = seats
  else delete kept[categoryId]
  writeDraft('choosing', Object.keys(kept).length > 0 ? JSON.stringify(kept) : null)
}

function all(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(readDraft('choosing') ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}
