import type { ShopSettingsRow } from '#shop/settings/shop-settings.ts'
import type { CategoryLayoutRow, CategoryRow, EventRow, LayoutRow, SingerRow } from '#shop/catalogue/catalogue-rows.ts'
import type { Role } from '#shop/people/role.ts'
import type { Refund } from '#shop/refunds/refunds.api.ts'
import type { ContactMessage } from '#shop/enquiries/enquiries.api.ts'
import type { Ticket } from '#shop/tickets/ticket-rows.ts'
import type { Payment } from '#shop/payments/payment-rows.ts'
import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Profile } from '#shop/people/profile.ts'
import type { GateListRow, GateProblemRow, GateScanRow, GateTicketRow } from '#shop/gate/gate-rows.ts'
import type { Notice } from '#shop/notices/notice.ts'
import type { Order } from '#shop/orders/order.ts'
import type { GivenTicketRow } from '#shop/guests/ticket-link.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { Wait } from '#shop/waiting/waits.ts'

export interface NamedRow {
  key: string
  value: unknown
}
export interface SeatsRow {
  categoryId: string
  /** The requesting account, null for a visitor. Never shown to another account. */
  ownerId: string | null
  /** Server time of the answer, ms: by then the seats were so. */
  at: number
  /** Held, under review or sold, without `mine`. */
  taken: string[]
  /** Held by the owner. */
  mine: string[]
  /** Server time of `mine`, ms; 0 before it was asked. */
  mineAt: number
  /** Of standing places: how many are free, without `mine`. Null of seats. */
  free: number | null
}
/** `savedAt`: device time of this device's last change, ms; used by merge.ts. */
export interface Saved {
  savedAt?: number
}
interface PersonRow extends Saved {
  ownerId: string
  role: Role
  /** ISO instant; null without an end. */
  roleEndsAt: string | null
}
export interface Cancelled {
  reason: string | null
}
export interface MyTicket extends Ticket {
  eventName: string
  /** Missing while the device does not have the payment. */
  orderCode?: string
  /** Read from the device's layouts, never stored. */
  sections?: SectionNames | null
}
/** Adds catalogue data for display; never stored. */
export type MyPaymentLine = Payment['lines'][number] & { sections?: SectionNames; cancelled?: Cancelled }
export type MyPayment = Omit<Payment, 'lines'> & { lines: MyPaymentLine[] }
export interface WaitingMessage extends ContactMessage {
  /** The writer's account, null for a visitor. Shown and sent in that account's session only. */
  ownerId: string | null
  writtenAt: number
  attempts: number
  /** Device time, ms. */
  nextAttemptAt: number
}
export type TicketRow = MyTicket & Saved & { ownerId: string }
type PaymentRow = MyPayment & Saved & { ownerId: string }
type ProfileRow = Profile & Saved & { ownerId: string }
type RefundRow = Refund & Saved & { ownerId: string }
type NoticeRow = Notice & Saved & { ownerId: string }
type WaitRow = Wait & Saved & { ownerId: string }
/** Screenshot of an order, apart from its state and as bytes: docs/decisions/0009-outbox.md. */
export interface PictureRow {
  orderId: string
  ownerId: string
  bytes: ArrayBuffer
  type: string
}

/** All tables on the device. Rows with `ownerId` are personal. */
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
  notices: NoticeRow
  orders: Order
  submissions: Submission
  pictures: PictureRow
  messages: WaitingMessage
  session: NamedRow
  meta: NamedRow
  gateLists: GateListRow
  gateTickets: GateTicketRow
  gateScans: GateScanRow
  gateNews: GateProblemRow
  givenTickets: GivenTicketRow
  waits: WaitRow
}
export type Noun = keyof Rows

/** Key and indexes; `*` marks an index over the members of a list. */
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
  notices: { key: 'id', indexes: ['ownerId'] },
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
  givenTickets: { key: 'id', indexes: ['secret'] },
  waits: { key: 'id', indexes: ['ownerId'] },
}

export const nouns = Object.keys(schema) as Noun[]

/**
 * The number of this schema and of its rows' shape; lower ones were used by no release. A change of either gets the next
 * number, and engine/database.ts its upgrade.
 */
export const SCHEMA_VERSION = 11

export const personalNouns = [
  'seats',
  'people',
  'tickets',
  'payments',
  'profiles',
  'refunds',
  'notices',
  'waits',
  'orders',
  'submissions',
  'pictures',
  'messages',
  'gateLists',
  'gateTickets',
  'gateScans',
  'gateNews',
] as const satisfies readonly Noun[]
