/** The catalogue as the device knows it, and the rules that decide what may be said about an event. */

export type Genre = 'Rock' | 'Pop' | 'Classical' | 'Jazz' | 'Folk' | 'Electronic'
export const genres: readonly Genre[] = ['Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic']

/** `null` is an aisle; numbers are seats. */
export interface LayoutRow {
  label: string
  seats: (number | null)[]
  blocked?: number[]
  wheelchair?: number[]
}
export interface LayoutSection {
  code: string
  name: string
  rows: LayoutRow[]
}
export interface LayoutData {
  stage: string
  sections: LayoutSection[]
}

export interface TicketCategory {
  id: string
  eventId: string
  name: string
  /** paise */
  price: number
  totalTickets: number
  ticketsSold: number
  /** Columns of the seat grid; null when the category has a layout. */
  gridColumns: number | null
  /** With only the sections that are this category's. */
  layout: { id: string; name: string; stage: string; sections: LayoutSection[] } | null
}

/** Names of a plan's sections by their codes, as the venue calls them: `{ FRNT: 'Front stalls' }`. */
export type SectionNames = Readonly<Record<string, string>>

/** The names of a layout's sections, by their codes. */
export const sectionNames = (sections: readonly { code: string; name: string }[]): SectionNames =>
  Object.fromEntries(sections.map(({ code, name }) => [code, name]))

/** The names of a category's sections, as a part of a row; nothing of them without a layout. */
export const sectionsPart = (category: Pick<TicketCategory, 'layout'> | undefined): { sections?: SectionNames } =>
  category?.layout ? { sections: sectionNames(category.layout.sections) } : {}

/** A concert that was moved is still scheduled; one that was cancelled never comes back. */
export type EventStatus = 'scheduled' | 'cancelled'
/** A status as the database has it; one that this version does not know is scheduled. */
export const eventStatus = (value: unknown): EventStatus => (value === 'cancelled' ? 'cancelled' : 'scheduled')

export interface CatalogueEvent {
  id: string
  singer: { id: string; name: string }
  city: string
  venue: string
  /** ISO instant */
  date: string
  previousDate: string | null
  status: EventStatus
  /** Why it was cancelled, in staff's words. */
  cancelledReason?: string | null
  genre: Genre | null
  categories: TicketCategory[]
}

export const posters = [
  'jaali',
  'tabla',
  'sitar',
  'chand',
  'mor',
  'mehrab',
  'kolam',
  'lehariya',
  'buta',
  'kamal',
] as const
export type PosterName = (typeof posters)[number]

/** Tickets are sold until the concert starts; a cancelled one sells none. Says nothing about stock. */
export const isOnSale = (event: Pick<CatalogueEvent, 'date' | 'status'>, now: Date | number): boolean =>
  event.status === 'scheduled' && Date.parse(event.date) > Number(now)

/** Never negative, whatever the counts say. */
export const categoryLeft = (category: Pick<TicketCategory, 'totalTickets' | 'ticketsSold'>): number =>
  Math.max(0, category.totalTickets - category.ticketsSold)

export const ticketsLeft = (event: Pick<CatalogueEvent, 'categories'>): number =>
  event.categories.reduce((sum, category) => sum + categoryLeft(category), 0)

/** On sale, and something is left. */
export const canBeBought = (event: CatalogueEvent, now: Date | number): boolean =>
  isOnSale(event, now) && ticketsLeft(event) > 0

/** The cheapest category one can still buy, else the cheapest there was; undefined without categories. */
export function cheapestCategory({ categories }: Pick<CatalogueEvent, 'categories'>): TicketCategory | undefined {
  const buyable = categories.filter((category) => categoryLeft(category) > 0)
  return (buyable.length > 0 ? buyable : [...categories]).sort((a, b) => a.price - b.price)[0]
}

/** Its price (paise); null without categories. */
export const minimumPrice = (event: Pick<CatalogueEvent, 'categories'>): number | null =>
  cheapestCategory(event)?.price ?? null

/** How many are left when that is at most `mark`, else null. Nothing left is sold out, not few. */
export function lowStock(event: Pick<CatalogueEvent, 'categories'>, mark: number): number | null {
  const left = ticketsLeft(event)
  return left > 0 && left <= mark ? left : null
}

export function lowStockOfCategory(
  category: Pick<TicketCategory, 'totalTickets' | 'ticketsSold'>,
  mark: number,
): number | null {
  const left = categoryLeft(category)
  return left > 0 && left <= mark ? left : null
}

export type SaleState =
  | { kind: 'on-sale' }
  | { kind: 'few'; left: number }
  | { kind: 'sold-out' }
  | { kind: 'cancelled' }
  | { kind: 'over' }
  | { kind: 'no-tickets' }

/** The one true thing to say about an event's sale at this moment; few are `mark` tickets and fewer. */
export function saleState(event: CatalogueEvent, now: Date | number, mark: number): SaleState {
  if (event.status === 'cancelled') return { kind: 'cancelled' }
  if (!isOnSale(event, now)) return { kind: 'over' }
  if (event.categories.length === 0) return { kind: 'no-tickets' }
  if (ticketsLeft(event) === 0) return { kind: 'sold-out' }
  const few = lowStock(event, mark)
  return few === null ? { kind: 'on-sale' } : { kind: 'few', left: few }
}

/** 'singer - city', the name an event has in carts, payments and bookings. */
export const eventName = (event: Pick<CatalogueEvent, 'singer' | 'city'>): string =>
  `${event.singer.name} - ${event.city}`

/** FNV-1a, 32 bits: the same number for the same id on every device. */
export function numberOfId(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** One of the ten posters, always the same for an event. */
export const posterOf = (eventId: string): PosterName => posters[numberOfId(eventId) % posters.length] as PosterName

/** The order of an event's categories, on the device and on the server: the dearest first, then by name. */
export const dearestFirst = (a: TicketCategory, b: TicketCategory): number =>
  b.price - a.price || (a.name < b.name ? -1 : 1)

/** Concerts that began longer ago than this, in milliseconds, are no longer brought to devices. */
export const PAST_KEPT_MS = 30 * 24 * 3_600_000

const byDate = (a: CatalogueEvent, b: CatalogueEvent): number =>
  Date.parse(a.date) - Date.parse(b.date) || (a.id < b.id ? -1 : 1)

export interface SingerEvents {
  singer: { id: string; name: string }
  events: CatalogueEvent[]
}

/** Events by singer, each singer's by date; the singer who plays next comes first. */
export function singersWithEvents(events: readonly CatalogueEvent[]): SingerEvents[] {
  const bySinger = new Map<string, SingerEvents>()
  for (const event of [...events].sort(byDate)) {
    const entry = bySinger.get(event.singer.id)
    if (entry) entry.events.push(event)
    else bySinger.set(event.singer.id, { singer: event.singer, events: [event] })
  }
  return [...bySinger.values()]
}
