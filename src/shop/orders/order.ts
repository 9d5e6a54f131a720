import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { LineRates } from '#shop/prices/rates.ts'
import type { OrderLine } from './order-line.ts'

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
