import type { EventAbout } from './about/event-about.ts'
import type { Phased } from './sale/phases.ts'
import type { LayoutData } from '#shop/layouts/layout.ts'
import { windowState, type SaleWindow } from './sale/sale-window.ts'

export type Genre = 'Rock' | 'Pop' | 'Classical' | 'Jazz' | 'Folk' | 'Electronic'
export const genres: readonly Genre[] = ['Rock', 'Pop', 'Classical', 'Jazz', 'Folk', 'Electronic']

export interface TicketCategory extends SaleWindow, Phased {
  id: string
  eventId: string
  name: string
  totalTickets: number
  /** Seats that staff keep from the sale. */
  ticketsKept: number
  /** Columns of the seat grid; null with a layout. */
  gridColumns: number | null
  /** Sold by number of people, without seats to choose. */
  standing: boolean
  /** Costs nothing: no price, no fee, no tax. A price of 0 alone keeps its fee. */
  free: boolean
  /** Only the sections of this category; `order` are the codes of the whole hall's, from front to back. */
  layout: (LayoutData & { id: string; name: string; order?: readonly string[] }) | null
}

/** Joins a category with the sections of its layout that it sells, when both have been read. */
export function categoryOf(
  row: Omit<TicketCategory, 'layout'>,
  link: { sectionCodes: readonly string[] } | undefined,
  layout: TicketCategory['layout'] | undefined,
): TicketCategory {
  if (!link || !layout) return { ...row, layout: null }
  // 'all' occurs only until the backend replaces it by the codes of free sections.
  const all = link.sectionCodes.includes('all')
  const sections = layout.sections.filter((section) => all || link.sectionCodes.includes(section.code))
  const order = layout.sections.map(({ code }) => code)
  return { ...row, layout: { ...layout, sections, order } }
}
export type CategoryNumbers = Pick<TicketCategory, 'totalTickets' | 'ticketsSold' | 'ticketsKept'>

/** Section names by code: `{ FRNT: 'Front stalls' }`. */
export type SectionNames = Readonly<Record<string, string>>

export const sectionNames = (sections: readonly { code: string; name: string }[]): SectionNames =>
  Object.fromEntries(sections.map(({ code, name }) => [code, name]))

/** Returns null without a layout. */
export const sectionsOf = ({ layout }: Pick<TicketCategory, 'layout'>): SectionNames | null =>
  layout && sectionNames(layout.sections)

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
  cancelledReason: string | null
  genre: Genre | null
  /** Null when the event says nothing about itself. */
  about: EventAbout | null
  /** ISO instant; null while it sells. */
  pausedAt: string | null
  /** Each code works on one phone, which needs the network once. */
  screenOnly: boolean
  /** True while the shop has no UPI id: only free categories are sold. */
  noPayee?: boolean
  /** False: no one waits for a turn. Missing: not known. */
  hasQueue?: boolean
  /** For its local tax; null when unknown. */
  state: string | null
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

/** Returns true until the start of a scheduled event. Says nothing about its sale. */
export const isToCome = (event: Pick<CatalogueEvent, 'date' | 'status'>, now: Date | number): boolean =>
  event.status === 'scheduled' && Date.parse(event.date) > Number(now)

type Selling = Pick<CatalogueEvent, 'date' | 'status' | 'pausedAt' | 'noPayee'>

/** False while nothing of the category could be paid for. */
export const canBePaid = (
  { noPayee }: Pick<CatalogueEvent, 'noPayee'>,
  { free }: Pick<TicketCategory, 'free'>,
): boolean => free || noPayee !== true

/** True while the category is sold at all: to come, not paused, to be paid, within its window. Says nothing about stock. */
export const isSelling = (
  event: Selling,
  category: SaleWindow & Pick<TicketCategory, 'free'>,
  now: Date | number,
): boolean =>
  isToCome(event, now) && !event.pausedAt && canBePaid(event, category) && windowState(category, now).kind === 'open'

export const categoryLeft = (category: CategoryNumbers): number =>
  Math.max(0, category.totalTickets - category.ticketsSold - category.ticketsKept)

export const ticketsLeft = (event: Pick<CatalogueEvent, 'categories'>): number =>
  event.categories.reduce((sum, category) => sum + categoryLeft(category), 0)

/** Returns the categories that can be bought at `now`. */
export const buyableCategories = (event: CatalogueEvent, now: Date | number): TicketCategory[] =>
  event.categories.filter((category) => categoryLeft(category) > 0 && isSelling(event, category, now))

export const canBeBought = (event: CatalogueEvent, now: Date | number): boolean =>
  buyableCategories(event, now).length > 0

/** Returns the categories that can be bought, else with tickets left that open later, else with tickets left, else all. */
function offeredCategories(event: CatalogueEvent, now: Date | number): TicketCategory[] {
  const left = event.categories.filter((category) => categoryLeft(category) > 0)
  const choices = [
    buyableCategories(event, now),
    left.filter((category) => windowState(category, now).kind === 'before'),
    left,
    event.categories,
  ]
  return (choices.find((some) => some.length > 0) ?? []).toSorted((a, b) => a.price - b.price)
}

/** Returns the cheapest category of those on offer; undefined without categories. */
export const cheapestCategory = (event: CatalogueEvent, now: Date | number): TicketCategory | undefined =>
  offeredCategories(event, now)[0]

/** Returns the lowest price of those on offer that are not free, in paise; undefined when all are free. */
export const cheapestPaid = (event: CatalogueEvent, now: Date | number): number | undefined =>
  offeredCategories(event, now).find(({ free }) => !free)?.price

/** Returns the number that can be bought when it is 1 to `mark`, else null. */
export function lowStock(event: CatalogueEvent, mark: number, now: Date | number): number | null {
  const left = ticketsLeft({ categories: buyableCategories(event, now) })
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
  | { kind: 'paused' }
  /** The shop takes no payments yet. */
  | { kind: 'not-yet' }
  /** `at`: ISO instant of the next opening. */
  | { kind: 'before'; at: string }
  | { kind: 'ended' }

/** Returns the one state to show; few are 1 to `mark` tickets. What sells now comes before what opens later. */
export function saleState(event: CatalogueEvent, now: Date | number, mark: number): SaleState {
  if (event.status === 'cancelled') return { kind: 'cancelled' }
  if (!isToCome(event, now)) return { kind: 'over' }
  if (event.categories.length === 0) return { kind: 'no-tickets' }
  if (ticketsLeft(event) === 0) return { kind: 'sold-out' }
  if (event.pausedAt) return { kind: 'paused' }
  if (!canBeBought(event, now)) return closedState(event, now)
  const few = lowStock(event, mark, now)
  return few === null ? { kind: 'on-sale' } : { kind: 'few', left: few }
}

function closedState(event: CatalogueEvent, now: Date | number): SaleState {
  const left = event.categories.filter((category) => categoryLeft(category) > 0)
  if (!left.some((category) => canBePaid(event, category))) return { kind: 'not-yet' }
  const windows = left.map((category) => windowState(category, now))
  const openings = windows.flatMap((state) => (state.kind === 'before' ? [state.at] : []))
  const [first] = openings.sort((a, b) => Date.parse(a) - Date.parse(b))
  return first === undefined ? { kind: 'ended' } : { kind: 'before', at: first }
}

/** Returns 'singer - city', as in carts, payments and tickets. */
export const eventName = (event: Pick<CatalogueEvent, 'singer' | 'city'>): string =>
  `${event.singer.name} - ${event.city}`

/** Hashes an id (FNV-1a, 32 bits): the same number on every device. */
export function numberOfId(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

export const posterOf = (eventId: string): PosterName => posters[numberOfId(eventId) % posters.length] as PosterName

/** Sorts categories by price, dearest first, then by name, as the server does. */
export const byPriceDescending = (
  a: Pick<TicketCategory, 'price' | 'name'>,
  b: Pick<TicketCategory, 'price' | 'name'>,
): number => b.price - a.price || (a.name < b.name ? -1 : 1)

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
