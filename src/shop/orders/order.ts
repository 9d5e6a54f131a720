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
  sections?: SectionNames
  /** The event's, for its local tax; null or missing when unknown. */
  state?: string | null
  /** Of a category that is free: no fee. */
  free?: boolean
}
export interface Hold {
  /** Milliseconds on the device's clock. */
  expiresAt: number
  extended: boolean
  /** Paise. */
  subtotal: number
  gst: number
  /** Missing in holds stored by an earlier version, as are the rates of the lines: no such tax. */
  localTax?: number
  fee: number
  /** GST on the fee. */
  feeGst?: number
  total: number
  lines: ({
    ticketCategoryId: string
    unitPrice: number
    quantity: number
    /** Before the code; missing where it lowers nothing. */
    fullPrice?: number
  } & Partial<LineRates>)[]
  /** Server clock minus device clock, milliseconds. */
  serverOffset: number
  /** The code that was sent with it. */
  code?: string
  /** Paise, a different price that was shown before and may have been paid. */
  instead?: number
}
export interface OrderScreenshot {
  name: string
  /** Milliseconds; part of the path. */
  chosenAt: number
  /** 64 hex digits, of the original bytes. */
  sha256: string
  type: string
  /** Bytes; missing in rows of the version that kept a Blob. */
  size?: number
  blob?: Blob | null
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
  payingAt?: number
  /** Milliseconds: an order of ₹0 became tickets. */
  takenAt?: number
  /** Milliseconds on the device's clock: the server recorded the payment by itself, because its money came. */
  receivedAt?: number
  /** Submitted, then reopened: the customer has said that the money was sent. */
  reopened?: { used: UsedReference | null }
  /** Kept at sign-out. */
  kept?: true
  /** The database made it: an offer to a waiting list. Its seats do not change, and its hold ends with the offer. */
  ofOffer?: true
  /** A trial by an admin, marked on the server before each hold. */
  isTest?: true
  state: 'draft' | 'submitted'
}
/** A refused reference, and the code of the customer's other order with it. */
export interface UsedReference {
  reference: string
  code: string
}
