import type { DoorMethod } from './door-sale.ts'

/** What a key does while tickets are chosen. */
export type SaleKey =
  | { does: 'category'; index: number }
  | { does: 'more' | 'fewer' | 'map' | 'name' | 'clear' | 'last' }
  | { does: 'method'; method: DoorMethod }

/** What a key does once they are sold. */
export type SoldKey = 'print' | 'next' | 'undo'

export const methodKeys: Record<DoorMethod, string> = { cash: 'C', upi: 'U', card: 'K', complimentary: 'F' }

/** Where the focus is. A number of tickets keeps its digits, an amount too, a map its arrows and zoom, a text all. */
export type KeyPlace = 'page' | 'number' | 'amount' | 'text' | 'map'

/** Returns what a key does, null for keys that are not ours. Enter belongs to the form, whose submit sells. */
export function saleKey(key: string, place: KeyPlace): SaleKey | null {
  if (place === 'text') return null
  if ((place === 'page' || place === 'map') && /^[1-9]$/.test(key)) return { does: 'category', index: Number(key) - 1 }
  if (place === 'page' || place === 'number') {
    if (key === '+' || key === 'ArrowUp') return { does: 'more' }
    if (key === '-' || key === 'ArrowDown') return { does: 'fewer' }
  }
  const letter = key.toUpperCase()
  const method = (Object.keys(methodKeys) as DoorMethod[]).find((one) => methodKeys[one] === letter)
  if (method) return { does: 'method', method }
  if (letter === 'M') return { does: 'map' }
  if (letter === 'N') return { does: 'name' }
  if (letter === 'L') return { does: 'last' }
  if (letter === 'X') return { does: 'clear' }
  return null
}

export function soldKey(key: string, place: KeyPlace): SoldKey | null {
  if (place === 'text') return null
  const letter = key.toUpperCase()
  if (letter === 'P') return 'print'
  if (letter === 'N') return 'next'
  if (letter === 'Z') return 'undo'
  return null
}
