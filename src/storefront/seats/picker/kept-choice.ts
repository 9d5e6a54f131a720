import { readOfTab, writeOfTab } from '#platform/device/stored.ts'

/** Chosen seats that are not in the cart. The tab keeps them until they are or until sign-out; nothing is held. */
export function keptChosen(categoryId: string): string[] {
  const seats = all()[categoryId]
  return Array.isArray(seats) ? seats.filter((seat) => typeof seat === 'string') : []
}

/** Keeps the seats chosen in this tab. An empty list removes the choice. */
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
