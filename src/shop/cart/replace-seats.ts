import type { CartItem } from './cart.ts'

/** Replaces a line's seats (`most` at most), kept ones first. No change when the line is gone or no seat is given. */
export const replaceSeats = (items: readonly CartItem[], id: string, item: CartItem, most: number): CartItem[] =>
  items.map((line) => {
    if (line.id !== id || item.seats.length === 0) return line
    const kept = line.seats.filter((seat) => item.seats.includes(seat))
    const seats = [...kept, ...item.seats.filter((seat) => !kept.includes(seat))].slice(0, most)
    return { ...item, id, seats, quantity: seats.length }
  })
