import type { SectionNames } from '#shop/catalogue/catalogue.ts'
import type { OrderLine } from './order-line.ts'

export interface OrderedLine extends OrderLine {
  eventId: string
  eventName: string
  categoryName: string
  /** ISO instant of the event as it was seen. */
  date: string
  venue: string
  /** Paise, as it was seen. */
  unitPrice: number
  /** How the plan calls the category's sections; missing without a plan, and in rows that an earlier version stored. */
  sections?: SectionNames
}
export interface Hold {
  /** Milliseconds on this device's clock, corrected by the difference to the server's. */
  expiresAt: number
  extended: boolean
  /** Paise. */
  subtotal: number
  gst: number
  fee: number
  total: number
  lines: { ticketCategoryId: string; unitPrice: number; quantity: number }[]
  /** Server clock minus device clock when it was answered, milliseconds. */
  serverOffset: number
  /** Paise, what the hold before it cost, where that was another amount: it has been shown, and may have been paid. */
  instead?: number
}
/** What an order's form says of its picture; the bytes are in `pictures`. */
export interface OrderScreenshot {
  name: string
  /** Milliseconds, when this picture was chosen; part of its path. */
  chosenAt: number
  /** 64 hex digits over the original bytes. */
  sha256: string
  type: string
  /** Bytes; missing in rows of the version that kept a Blob. */
  size?: number
  /** Only in rows of that version. */
  blob?: Blob | null
  /** Never stored: the device could not keep the picture, this page has it. */
  kept?: 'page'
}
export interface OrderForm {
  reference: string
  /** The customer confirmed a reference that does not look like one. */
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
  /** Milliseconds, when its customer first went to pay: opened a UPI app, or copied what it needs. */
  payingAt?: number
  /** It was submitted and opened again: its customer has said that the money was sent. */
  reopened?: { used: UsedReference | null }
  /** It was begun when its owner signed out and wanted it kept. */
  kept?: true
  state: 'draft' | 'submitted'
}
/** A reference that the server refused, and the code of the customer's other order that has it. */
export interface UsedReference {
  reference: string
  code: string
}
