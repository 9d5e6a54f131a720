import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { LineRates } from '#shop/prices/rates.ts'
import { newUuid } from '#platform/text/uuid.ts'

export interface OrderLine {
  ticketCategoryId: string
  /** Labels as on the seat map: `A1`, `BALC-A1`. */
  seats: string[]
}

/** Returns true for the same seats of the same categories, in any order. */
export const sameLines = (a: readonly OrderLine[], b: readonly OrderLine[]): boolean => {
  const key = (lines: readonly OrderLine[]) =>
    lines
      .map((line) => `${line.ticketCategoryId}:${[...line.seats].sort().join(',')}`)
      .sort()
      .join(';')
  return key(a) === key(b)
}

export interface OrderedLine extends OrderLine {
  eventId: string
  eventName: string
  categoryName: string
  /** ISO instant when chosen. */
  date: string
  venue: string
  /** Paise, when chosen. */
  unitPrice: number
  /** Null without a layout. */
  sections: SectionNames | null
  /** The event's, for its local tax; null when unknown. */
  state: string | null
  /** Of a category that is free: no fee. */
  free: boolean
}
export interface HeldLine extends LineRates {
  ticketCategoryId: string
  unitPrice: number
  quantity: number
  /** Before the code; null where it lowers nothing. */
  fullPrice: number | null
}
export interface Hold {
  /** Milliseconds on the device's clock. */
  expiresAt: number
  extended: boolean
  /** Paise. */
  subtotal: number
  gst: number
  localTax: number
  fee: number
  /** GST on the fee. */
  feeGst: number
  total: number
  /** None of a payment that was reopened: only its sums are known. */
  lines: HeldLine[]
  /** Server clock minus device clock, milliseconds. */
  serverOffset: number
  /** The code that was sent with it. */
  code: string | null
  /** Paise, a different price that was shown before and may have been paid. */
  instead: number | null
}
export interface OrderScreenshot {
  name: string
  /** Milliseconds; part of the path. */
  chosenAt: number
  /** 64 hex digits, of the original bytes. */
  sha256: string
  type: string
  /** Bytes. */
  size: number
  /** Never stored: only this page has the picture. */
  kept?: 'page'
}
export interface OrderForm {
  reference: string
  /** The customer confirmed an unusual reference. */
  sendAnyway: boolean
  screenshot: OrderScreenshot | null
}
export interface Order {
  id: string
  code: string
  ownerId: string
  createdAt: number
  lines: OrderedLine[]
  hold: Hold | null
  form: OrderForm
  /** Milliseconds: first opened a UPI app, or copied its details. */
  payingAt: number | null
  /** Milliseconds: an order of ₹0 became tickets. */
  takenAt: number | null
  /** Milliseconds on the device's clock: the server recorded the payment by itself, because its money came. */
  receivedAt: number | null
  /** Submitted, then reopened, or made after a rejection: the customer has said that the money was sent. */
  reopened: { used: UsedReference | null } | null
  /** Kept at sign-out. */
  kept: boolean
  /** The database made it: an offer to a waiting list. Its seats do not change, and its hold ends with the offer. */
  ofOffer: boolean
  /** A trial by an admin, marked on the server before each hold. */
  isTest: boolean
  state: 'draft' | 'submitted'
}
/** A refused reference, and the code of the customer's other order with it. */
export interface UsedReference {
  reference: string
  code: string
}

/** Returns an order as it begins: nothing is held, entered or sent. */
export const emptyOrder = (begun: Pick<Order, 'id' | 'code' | 'ownerId' | 'createdAt' | 'lines'>): Order => ({
  ...begun,
  hold: null,
  form: { reference: '', sendAnyway: false, screenshot: null },
  payingAt: null,
  takenAt: null,
  receivedAt: null,
  reopened: null,
  kept: false,
  ofOffer: false,
  isTest: false,
  state: 'draft',
})

/** True once money may have been sent under the order's code. See docs/decisions/0022-open-orders.md. */
export const hasBegun = (order: Pick<Order, 'form' | 'payingAt'>): boolean => order.payingAt !== null || hasProof(order)

/** True once a reference was typed or a picture chosen. */
export const hasProof = ({ form }: Pick<Order, 'form'>): boolean =>
  form.reference.trim() !== '' || form.screenshot !== null

/** True once its money came before anything was submitted. */
export const isReceived = (order: Pick<Order, 'state' | 'receivedAt'>): boolean =>
  order.state === 'submitted' && order.receivedAt !== null

/** True when it costs nothing, or was taken for nothing. False before a hold, which alone knows its price. */
export const isFree = (order: Pick<Order, 'hold' | 'takenAt'>): boolean =>
  order.takenAt !== null || order.hold?.total === 0

/** The server keeps unsubmitted orders this long, milliseconds. */
const KNOWN_MS = 45 * 24 * 3_600_000

/** True when money may have been sent and nothing was submitted. */
export const isUnreported = (order: Order): boolean =>
  order.state === 'draft' && hasBegun(order) && Math.abs(Date.now() - order.createdAt) <= KNOWN_MS

/** Crockford's base 32: no I, L, O, U, so that a code can be read aloud and typed. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const CODE_BITS = 40

/**
 * True when a bank's narration shows the code's eight signs to be a code, without MF and cut to five: they are no word, no
 * number, no beginning of an IFSC and no masked account. Same rules as private.codes_in and
 * private.cut_code_key; note-code-cases.json tests them against each other.
 */
const isSeenInNote = (code: string): boolean => /^MF(?=.{0,4}[0-9])(?=.{0,4}[A-Z])(?![A-Z]{4}0)(?!X+[0-9]+$)/.test(code)

/** Returns the id of a new order, a version-4 UUID whose code can be the note of a payment. */
export function newOrderId(): string {
  for (;;) {
    const id = newUuid()
    if (isSeenInNote(orderCode(id))) return id
  }
}

/** Returns `MF` and eight characters of the id's first 40 bits; not unique. The database computes the same. */
export function orderCode(orderId: string): string {
  const hex = orderId.replaceAll('-', '').slice(0, CODE_BITS / 4)
  if (!/^[0-9a-f]{10}$/i.test(hex)) throw new RangeError('an order id is a uuid')
  let bits = BigInt(`0x${hex}`)
  let code = ''
  for (let i = 0; i < CODE_BITS / 5; i++) {
    code = CROCKFORD[Number(bits & 31n)] + code
    bits >>= 5n
  }
  return `MF${code}`
}
