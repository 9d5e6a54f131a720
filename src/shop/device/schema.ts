import type { ShopSettingsRow } from '#shop/settings/shop-settings.ts'
import type { CategoryLayoutRow, CategoryRow, EventRow, LayoutRow, SingerRow } from '#shop/catalogue/catalogue-rows.ts'
import type { Role } from '#shop/people/role.ts'
import type { Refund } from '#shop/refunds/refunds.api.ts'
import type { ContactMessage } from '#shop/enquiries/enquiries.api.ts'
import type { Ticket } from '#shop/tickets/ticket-rows.ts'
import type { Payment } from '#shop/payments/payment-rows.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Profile } from '#shop/people/profile.ts'
import type { GateListRow, GateNewsRow, GateScanRow, GateTicketRow } from '#shop/gate/gate-rows.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'

/** A named value: sync watermarks, the session. */
export interface NamedRow {
  key: string
  value: unknown
}
export interface SeatsRow {
  categoryId: string
  /** Who asked; null for a visitor. Another person's answer is never shown. */
  ownerId: string | null
  at: number
  taken: string[]
  mine: string[]
}
/** A row that says when this device last changed it, in ms of its own clock. */
export interface Saved {
  savedAt?: number
}
/** `savedAt`: see merge.ts. An answer to an older question does not replace the row. */
interface PersonRow extends Saved {
  ownerId: string
  role: Role
}
/** That the concert of a line was cancelled, and why, in staff's words. */
export interface Cancelled {
  reason: string | null
}
export interface MyTicket extends Ticket {
  /** 'Singer - City' */
  eventName: string
  /** Code of the order that it was bought with; absent while the device does not have its payment. */
  orderCode?: string
  /** Read from the device's plans, never stored. */
  sections?: SectionNames
}
/** With what the device's catalogue knows of it; never stored. */
export type MyPaymentLine = Payment['lines'][number] & { sections?: SectionNames; cancelled?: Cancelled }
export type MyPayment = Omit<Payment, 'lines'> & { lines: MyPaymentLine[] }
/** A message to the shop that has not arrived yet. */
export interface WaitingMessage extends ContactMessage {
  /** Who wrote it; null for a visitor. It is shown to and sent for nobody else. */
  ownerId: string | null
  writtenAt: number
  attempts: number
  /** Milliseconds on this device's clock. */
  nextAttemptAt: number
}
export type TicketRow = MyTicket & Saved & { ownerId: string }
type PaymentRow = MyPayment & Saved & { ownerId: string }
type ProfileRow = Profile & Saved & { ownerId: string }
type RefundRow = Refund & Saved & { ownerId: string }
/**
 * The bytes of the screenshot that belongs to an order. Apart from the order and its submission, so that a change of
 * their state writes no picture again; bytes, because WebKit keeps no Blob in a private session.
 */
export interface PictureRow {
  orderId: string
  ownerId: string
  bytes: ArrayBuffer
  /** MIME type. */
  type: string
}

/** Everything on the device, by noun. Rows with `ownerId` are personal. */
export interface Rows {
  singers: SingerRow
  events: EventRow
  categories: CategoryRow
  layouts: LayoutRow
  categoryLayouts: CategoryLayoutRow
  shopSettings: ShopSettingsRow & { id: 'shop' }
  seats: SeatsRow
  people: PersonRow
  tickets: TicketRow
  payments: PaymentRow
  profiles: ProfileRow
  refunds: RefundRow
  orders: Order
  submissions: Submission
  pictures: PictureRow
  messages: WaitingMessage
  session: NamedRow
  meta: NamedRow
  gateLists: GateListRow
  gateTickets: GateTicketRow
  gateScans: GateScanRow
  gateNews: GateNewsRow
}
export type Noun = keyof Rows

/** The key first, then what is looked up by; `*` before an index: the field is a list, and each of its members is found. */
export const schema: { [N in Noun]: { key: string; indexes: readonly string[] } } = {
  singers: { key: 'id', indexes: [] },
  events: { key: 'id', indexes: ['date'] },
  categories: { key: 'id', indexes: ['eventId'] },
  layouts: { key: 'id', indexes: [] },
  categoryLayouts: { key: 'id', indexes: [] },
  shopSettings: { key: 'id', indexes: [] },
  seats: { key: 'categoryId', indexes: [] },
  people: { key: 'ownerId', indexes: [] },
  tickets: { key: 'id', indexes: ['ownerId'] },
  payments: { key: 'id', indexes: ['ownerId', 'orderId'] },
  profiles: { key: 'ownerId', indexes: [] },
  refunds: { key: 'id', indexes: ['ownerId'] },
  orders: { key: 'id', indexes: ['ownerId'] },
  submissions: { key: 'orderId', indexes: ['ownerId'] },
  pictures: { key: 'orderId', indexes: ['ownerId'] },
  messages: { key: 'id', indexes: [] },
  session: { key: 'key', indexes: [] },
  meta: { key: 'key', indexes: [] },
  gateLists: { key: 'eventId', indexes: [] },
  gateTickets: { key: 'id', indexes: ['eventId', '*terms'] },
  gateScans: { key: 'id', indexes: ['eventId', 'ticketId', 'state', 'queue'] },
  gateNews: { key: 'key', indexes: ['eventId'] },
}

export const nouns = Object.keys(schema) as Noun[]

/**
 * What each version of the schema brought. Once released, a version is never edited: a change adds the next one, and
 * shop/device/engine/database.ts upgrades in order.
 */
const accountNouns = ['profiles', 'refunds'] as const satisfies readonly Noun[]
const gateNouns = ['gateLists', 'gateTickets', 'gateScans', 'gateNews'] as const satisfies readonly Noun[]
export const schemaVersions: readonly (readonly Noun[])[] = [
  nouns.filter((noun) => !([...gateNouns, ...accountNouns, 'messages', 'pictures'] as readonly Noun[]).includes(noun)),
  gateNouns,
  accountNouns,
  ['messages'],
  ['pictures'],
]

/** The nouns whose rows belong to one person. */
export const personalNouns = [
  'seats',
  'people',
  'tickets',
  'payments',
  ...accountNouns,
  'orders',
  'submissions',
  'pictures',
  'messages',
  ...gateNouns,
] as const
