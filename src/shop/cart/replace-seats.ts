import type { CartItem } from './cart.ts'

/**
 * The line with other seats, as the catalogue describes them now: those it keeps stay in their order, new ones follow.
 * Nothing happens when the line is gone or no seat would be left; `most` seats are kept.
 */
export const replaceSeats = (items: readonly CartItem[], id: string, item: CartItem, most: number): CartItem[] =>
  items.map((line) => {
    if (line.id !== id || item.seats.length === 0) return line
    const kept = line.seats.filter((seat) => item.seats.includes(seat))
    const seats = [...kept, ...item.seats.filter((seat) => !kept.includes(seat))].slice(0, most)
    return { ...item, id, seats, quantity: seats.length }
  })
