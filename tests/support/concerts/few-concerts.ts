import type { CatalogueEvent, Genre } from '../../../src/shop/catalogue/catalogue.ts'

const event = (
  id: string,
  singer: string,
  city: string,
  venue: string,
  date: string,
  genre: Genre | null = null,
): CatalogueEvent => ({
  id,
  singer: { id: singer, name: singer },
  city,
  venue,
  date,
  previousDate: null,
  status: 'scheduled',
  cancelledReason: null,
  genre,
  about: null,
  pausedAt: null,
  screenOnly: false,
  state: null,
  categories: [],
})
/** Four concerts to search and filter: two of one singer, one with an accent, one named after another's city, one without a genre. */
export const events = [
  event('a', 'Meher Qazi', 'Mumbai', 'Saptak Hall, Bandra West', '2026-12-05T14:00:00Z', 'Classical'),
  event('b', 'Meher Qazi', 'Bangalore', 'Indigo Mill, Whitefield', '2026-12-11T14:00:00Z', 'Classical'),
  event('c', 'José Trio', 'Delhi', 'Mumbai Club', '2026-12-04T18:45:00Z', 'Jazz'),
  event('d', 'Arka Sen', 'Goa', 'Ferry Yard', '2027-02-01T14:00:00Z'),
]
