import { readOfTab, writeOfTab } from '#platform/device/stored.ts'

/**
 * Reads the seats of a category that were chosen and are not in the cart yet. The tab keeps them through Back, a closed
 * picker and a reload, until they are in the cart or the person signs out. Nothing is held by it.
 */
export function keptChosen(categoryId: string): string[] {
  const seats = all()[categoryId]
  return Array.isArray(seats) ? seats.filter((seat) => typeof seat === 'string') : []
}

/** Keeps the chosen seats of a category; an empty list removes it. */
export function keepChosen(categoryId: string, seats: readonly string[]): void {
  const kept = all()
  if (seats.length > 0) kept[categoryId] = seats
  else delete kept[categoryId]
  writeOfTab('choosing', Object.keys(kept).length > 0 ? JSON.stringify(kept) : null)
}

function all(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(readOfTab('choosing') ?? '{}')
    return typeof kept === 'object' && kept !== null ? { ...kept } : {}
  } catch {
    return {}
  }
}
