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
  /** Paise. */
  price: number
  totalTickets: number
  ticketsSold: number
  /** Seats that staff keep from the sale; undefined in rows that an earlier version stored. */
  ticketsKept?: number
  /** Columns of the seat grid; null with a layout. */
  gridColumns: number | null
  /** Only the sections of this category. */
  layout: { id: string; name: string; stage: string; sections: LayoutSection[] } | null
}

export type CategoryNumbers = Pick<TicketCategory, 'totalTickets' | 'ticketsSold' | 'ticketsKept'>

/** Section names by code: `{ FRNT: 'Front stalls' }`. */
export type SectionNames = Readonly<Record<string, string>>

export const sectionNames = (sections: readonly { code: string; name: string }[]): SectionNames =>
  Object.fromEntries(sections.map(({ code, name }) => [code, name]))

export const sectionsPart = (category: Pick<TicketCategory, 'layout'> | undefined): { sections?: SectionNames } =>
  category?.layout ? { sections: sectionNames(category.layout.sections) } : {}

/** A moved event is scheduled; a cancelled one never comes back. */
export type EventStatus = 'scheduled' | 'cancelled'
/** Treats unknown values as scheduled. */
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

/** True until the start of a scheduled event. Says nothing about stock. */
export const isOnSale = (event: Pick<CatalogueEvent, 'date' | 'status'>, now: Date | number): boolean =>
  event.status === 'scheduled' && Date.parse(event.date) > Number(now)

export const categoryLeft = (category: CategoryNumbers): number =>
  Math.max(0, category.totalTickets - category.ticketsSold - (category.ticketsKept ?? 0))

export const ticketsLeft = (event: Pick<CatalogueEvent, 'categories'>): number =>
  event.categories.reduce((sum, category) => sum + categoryLeft(category), 0)

export const canBeBought = (event: CatalogueEvent, now: Date | number): boolean =>
  isOnSale(event, now) && ticketsLeft(event) > 0

/** Returns the cheapest category with tickets left, else the cheapest of all; undefined without categories. */
export function cheapestCategory({ categories }: Pick<CatalogueEvent, 'categories'>): TicketCategory | undefined {
  const buyable = categories.filter((category) => categoryLeft(category) > 0)
  return (buyable.length > 0 ? buyable : [...categories]).sort((a, b) => a.price - b.price)[0]
}

/** Paise; null without categories. */
export const minimumPrice = (event: Pick<CatalogueEvent, 'categories'>): number | null =>
  cheapestCategory(event)?.price ?? null

/** Returns the number left when it is 1 to `mark`, else null. */
export function lowStock(event: Pick<CatalogueEvent, 'categories'>, mark: number): number | null {
  const left = ticketsLeft(event)
  return left > 0 && left <= mark ? left : null
}

export function lowStockOfCategory(category: CategoryNumbers, mark: number): number | null {
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

/** Returns the one state to show; few are 1 to `mark` tickets. */
export function saleState(event: CatalogueEvent, now: Date | number, mark: number): SaleState {
  if (event.status === 'cancelled') return { kind: 'cancelled' }
  if (!isOnSale(event, now)) return { kind: 'over' }
  if (event.categories.length === 0) return { kind: 'no-tickets' }
  if (ticketsLeft(event) === 0) return { kind: 'sold-out' }
  const few = lowStock(event, mark)
  return few === null ? { kind: 'on-sale' } : { kind: 'few', left: few }
}

/** 'singer - city', as in carts, payments and tickets. */
export const eventName = (event: Pick<CatalogueEvent, 'singer' | 'city'>): string =>
  `${event.singer.name} - ${event.city}`

/** FNV-1a, 32 bits: the same number on every device. */
export function numberOfId(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

export const posterOf = (eventId: string): PosterName => posters[numberOfId(eventId) % posters.length] as PosterName

/** Sorts categories by price, dearest first, then by name, as the server does. */
export const byPriceDescending = (a: TicketCategory, b: TicketCategory): number =>
  b.price - a.price || (a.name < b.name ? -1 : 1)

/** Devices keep events for this long after their start, ms. */
export const PAST_KEPT_MS = 30 * 24 * 3_600_000

const byDate = (a: CatalogueEvent, b: CatalogueEvent): number =>
  Date.parse(a.date) - Date.parse(b.date) || (a.id < b.id ? -1 : 1)

export interface SingerEvents {
  singer: { id: string; name: string }
  events: CatalogueEvent[]
}

/** Groups events by singer, in order of the singer's next event. */
export function singersWithEvents(events: readonly CatalogueEvent[]): SingerEvents[] {
  const bySinger = new Map<string, SingerEvents>()
  for (const event of [...events].sort(byDate)) {
    const entry = bySinger.get(event.singer.id)
    if (entry) entry.events.push(event)
    else bySinger.set(event.singer.id, { singer: event.singer, events: [event] })
  }
  return [...bySinger.values()]
}
