import type { ShopSettingsRow } from '#shop/settings/shop-settings.ts'
import type { CategoryLayoutRow, CategoryRow, EventRow, LayoutRow, SingerRow } from '#shop/catalogue/catalogue-rows.ts'
import type { HeldRole } from '#shop/people/role.ts'
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
  roles: readonly HeldRole[]
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

interface TableRule {
  key: string
  /** `*` marks an index over the members of a list. */
  indexes: readonly string[]
  /** Whether the server has these rows, too: a full device keeps them in the page. */
  onServer: boolean
  /** `erased`: its owner's rows go; `apart`: session.store.ts has a rule for them. */
  atSignOut: 'erased' | 'apart' | 'stays'
}

export const schema = {
  singers: { key: 'id', indexes: [], onServer: true, atSignOut: 'stays' },
  events: { key: 'id', indexes: ['date'], onServer: true, atSignOut: 'stays' },
  categories: { key: 'id', indexes: ['eventId'], onServer: true, atSignOut: 'stays' },
  layouts: { key: 'id', indexes: [], onServer: true, atSignOut: 'stays' },
  categoryLayouts: { key: 'id', indexes: [], onServer: true, atSignOut: 'stays' },
  shopSettings: { key: 'id', indexes: [], onServer: true, atSignOut: 'stays' },
  seats: { key: 'categoryId', indexes: [], onServer: true, atSignOut: 'apart' },
  people: { key: 'ownerId', indexes: [], onServer: true, atSignOut: 'erased' },
  tickets: { key: 'id', indexes: ['ownerId'], onServer: true, atSignOut: 'erased' },
  payments: { key: 'id', indexes: ['ownerId', 'orderId'], onServer: true, atSignOut: 'erased' },
  profiles: { key: 'ownerId', indexes: [], onServer: true, atSignOut: 'erased' },
  refunds: { key: 'id', indexes: ['ownerId'], onServer: true, atSignOut: 'erased' },
  notices: { key: 'id', indexes: ['ownerId'], onServer: true, atSignOut: 'erased' },
  orders: { key: 'id', indexes: ['ownerId'], onServer: false, atSignOut: 'apart' },
  submissions: { key: 'orderId', indexes: ['ownerId'], onServer: false, atSignOut: 'apart' },
  pictures: { key: 'orderId', indexes: ['ownerId'], onServer: false, atSignOut: 'apart' },
  messages: { key: 'id', indexes: [], onServer: false, atSignOut: 'apart' },
  session: { key: 'key', indexes: [], onServer: false, atSignOut: 'stays' },
  meta: { key: 'key', indexes: [], onServer: false, atSignOut: 'stays' },
  gateLists: { key: 'eventId', indexes: [], onServer: false, atSignOut: 'apart' },
  gateTickets: { key: 'id', indexes: ['eventId', '*terms'], onServer: false, atSignOut: 'apart' },
  gateScans: { key: 'id', indexes: ['eventId', 'ticketId', 'state', 'queue'], onServer: false, atSignOut: 'apart' },
  gateNews: { key: 'key', indexes: ['eventId'], onServer: false, atSignOut: 'apart' },
  givenTickets: { key: 'id', indexes: ['secret'], onServer: true, atSignOut: 'stays' },
  waits: { key: 'id', indexes: ['ownerId'], onServer: true, atSignOut: 'erased' },
} as const satisfies { [N in Noun]: TableRule }

export const nouns = Object.keys(schema) as Noun[]

/**
 * The number of this schema and of its rows' shape; lower ones were used by no release. A change of either gets the next
 * number, and engine/database.ts its upgrade.
 */
export const SCHEMA_VERSION = 11

type NounOf<At extends TableRule['atSignOut']> = {
  [N in Noun]: (typeof schema)[N]['atSignOut'] extends At ? N : never
}[Noun]

/** Nouns whose rows signing out erases by their owner. */
export const ownedNouns = nouns.filter((noun): noun is NounOf<'erased'> => schema[noun].atSignOut === 'erased')

/** Nouns whose rows signing out may erase. Sessions end apart from them. */
export const personalNouns = nouns.filter((noun) => schema[noun].atSignOut !== 'stays')
