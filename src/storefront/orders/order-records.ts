import type { CatalogueEvent, SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { Order, OrderedLine } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import { cameByItself } from '#shop/payments/payment-rows.ts'
import { isOver } from '#shop/payments/payment.ts'
import type { MyPayment, MyPaymentLine, MyTicket } from '#shop/device/schema.ts'
import { phaseOf, type PaymentPhase } from '../checkout/payment-phase.ts'
import { openPayments } from '../wallet/open-payments.ts'
import { priceOfDraft, priceOfPayment, priceOfSubmission } from './order-price.ts'
import type { ShownPrice } from '../cart/price-table.tsx'

/** `begun`: money may have been sent, and nothing was submitted. */
type OrderState = 'begun' | PaymentPhase

type PictureState =
  | 'none'
  | 'here'
  /** In this page only, because the device could not store it. */
  | 'page'
  /** Chosen, but no longer on this device. */
  | 'gone'
  | 'sending'
  | 'sent'
  /** No picture belongs to the payment. */
  | 'unneeded'
  | 'deleted'

export interface RecordLine {
  /** Null for a category that was deleted before its money came. */
  categoryId: string | null
  eventName: string
  categoryName: string
  /** ISO instant and place when ordered; null if unknown. */
  date: string | null
  venue: string | null
  seats: readonly string[]
  sections: SectionNames | null
  quantity: number
  ticket: MyTicket | undefined
  cancelled: { reason: string | null } | undefined
}

export interface OrderRecord {
  id: string
  code: string
  state: OrderState
  /** ms: when begun, submitted or received, whichever is known last. */
  at: number
  decidedAt: number | null
  note: string | null
  lines: readonly RecordLine[]
  seats: number
  /** What the customer says was sent; for a begun order its price. */
  amount: Paise
  price: ShownPrice | null
  /** '' until one was entered. */
  reference: string
  picture: PictureState
  /** Something is still to come or to do. */
  open: boolean
  /** Rejected, and some of its seats could be bought again. */
  mayTryAgain: boolean
  draft: Order | undefined
  submission: Submission | undefined
  payment: MyPayment | undefined
}

/** Its money came, and nothing was submitted. */
export const isReceivedOrder = ({ payment, submission }: OrderRecord): boolean =>
  payment !== undefined && !submission && cameByItself(payment)

export const isTestOrder = ({ payment, submission, draft }: OrderRecord): boolean =>
  (payment ?? submission ?? draft)?.isTest ?? false

export interface OrdersOnDevice {
  drafts: readonly Order[]
  /** Submitted here, as far as still stored: they have the price of their hold. */
  orders: readonly Order[]
  submissions: readonly Submission[]
  payments: readonly MyPayment[]
  tickets: readonly MyTicket[]
  dismissed: ReadonlySet<string>
  pictures: ReadonlySet<string>
  events: readonly CatalogueEvent[]
  /** Days after the decision; null before the first sync. */
  screenshotDays: number | null
  now: number
}

const DAY_MS = 24 * 3_600_000

/** What an order has before the server has its payment. */
const NOT_YET = {
  decidedAt: null,
  note: null,
  open: true,
  mayTryAgain: false,
  draft: undefined,
  submission: undefined,
  payment: undefined,
}

/**
 * Returns each order once, newest first. The server goes before the outbox, the outbox before the draft. Reads each row
 * once: there may be thousands.
 */
export function orderRecords(found: OrdersOnDevice): OrderRecord[] {
  const { drafts, orders, submissions, payments, tickets, dismissed, events } = found
  const submissionOf = new Map(submissions.map((row) => [row.orderId, row]))
  const paid = new Set(payments.map((payment) => payment.orderId))
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  const eventOf = new Map(events.flatMap((event) => event.categories.map(({ id }) => [id, event] as const)))
  const ticketOf = new Map(tickets.map((ticket) => [`${ticket.paymentId} ${ticket.ticketCategoryId}`, ticket]))
  const open = new Set(
    openPayments(submissions, payments, tickets, dismissed).map((one) =>
      'payment' in one ? one.payment.orderId : one.submission.orderId,
    ),
  )
  const lineOf = (line: OrderedPart, paymentId?: string): RecordLine => {
    const ticket = paymentId === undefined ? undefined : ticketOf.get(`${paymentId} ${line.categoryId}`)
    const event = eventOf.get(line.categoryId ?? '')
    const cancelled = [ticket && { status: ticket.eventStatus, cancelledReason: ticket.cancelledReason }, event].find(
      (one) => one?.status === 'cancelled',
    )
    // The catalogue has upcoming concerts only; a payment's line also knows a past one was cancelled.
    return {
      ...line,
      ticket,
      cancelled: cancelled ? { reason: cancelled.cancelledReason } : line.cancelled,
    }
  }
  const onSale = (line: RecordLine): boolean => eventOf.get(line.categoryId ?? '')?.status === 'scheduled'

  const records = [
    ...payments.map((payment): OrderRecord => {
      const submission = submissionOf.get(payment.orderId)
      const lines = payment.lines.map((line) => lineOf(paidLine(line), payment.id))
      const isOpen = open.has(payment.orderId)
      return {
        ...NOT_YET,
        id: payment.orderId,
        code: payment.orderCode,
        state: payment.status,
        at: Date.parse(payment.createdAt),
        decidedAt: payment.reviewedAt === null ? null : Date.parse(payment.reviewedAt),
        note: payment.reviewNote,
        lines,
        seats: seatsIn(lines),
        amount: payment.amount,
        price: priceOfPayment(payment),
        reference: payment.transactionId,
        picture: pictureOfPayment(payment, submission, found),
        open: isOpen,
        mayTryAgain: isOver(payment.status) && isOpen && lines.some(onSale),
        submission,
        payment,
      }
    }),
    ...submissions
      .filter((submission) => !paid.has(submission.orderId))
      .map((submission): OrderRecord => {
        const lines = submission.lines.map((line) => lineOf(orderedLine(line)))
        return {
          ...NOT_YET,
          id: submission.orderId,
          code: submission.orderCode,
          state: phaseOf(undefined, submission) ?? 'unsent',
          at: submission.submittedAt,
          lines,
          seats: seatsIn(lines),
          amount: submission.amountPaise,
          price: priceOfSubmission(submission, orderOf.get(submission.orderId)),
          reference: submission.reference,
          picture: pictureOfSubmission(submission, found.pictures),
          submission,
        }
      }),
    ...drafts
      .filter((order) => !paid.has(order.id) && !submissionOf.has(order.id))
      .map((order): OrderRecord => {
        const lines = order.lines.map((line) => lineOf(orderedLine(line)))
        const price = priceOfDraft(order)
        const { reference, screenshot } = order.form
        return {
          ...NOT_YET,
          id: order.id,
          code: order.code,
          state: 'begun',
          at: order.createdAt,
          lines,
          seats: seatsIn(lines),
          amount: price.total,
          price,
          reference: reference.trim(),
          picture: !screenshot ? 'none' : screenshot.kept ? 'page' : found.pictures.has(order.id) ? 'here' : 'gone',
          draft: order,
        }
      }),
  ]
  return records.sort((a, b) => b.at - a.at || (a.code < b.code ? -1 : 1))
}

type OrderedPart = Omit<RecordLine, 'ticket' | 'cancelled'> & Partial<Pick<RecordLine, 'cancelled'>>

const paidLine = (line: MyPaymentLine): OrderedPart => ({
  categoryId: line.ticketCategoryId,
  eventName: line.eventName,
  categoryName: line.categoryName,
  date: line.eventDate,
  venue: line.venue,
  seats: line.seats,
  sections: line.sections ?? null,
  quantity: line.quantity,
  ...(line.cancelled && { cancelled: line.cancelled }),
})

const orderedLine = (line: OrderedLine): OrderedPart => ({
  categoryId: line.ticketCategoryId,
  eventName: line.eventName,
  categoryName: line.categoryName,
  date: line.date,
  venue: line.venue,
  seats: line.seats,
  sections: line.sections,
  quantity: line.seats.length,
})

/** Leaves out deleted categories, which have no price either. */
const seatsIn = (lines: readonly RecordLine[]): number =>
  lines.reduce((count, line) => count + (line.categoryId === null ? 0 : line.quantity), 0)

function pictureOfPayment(payment: MyPayment, submission: Submission | undefined, found: OrdersOnDevice): PictureState {
  if (!payment.withoutPicture) return isDeleted(payment, found) ? 'deleted' : 'sent'
  return submission ? pictureOfSubmission(submission, found.pictures) : 'unneeded'
}

function pictureOfSubmission(submission: Submission, pictures: ReadonlySet<string>): PictureState {
  const { screenshot, state, orderId, unkept } = submission
  if (screenshot.uploaded || state === 'sent') return 'sent'
  if (state === 'sending') return 'sending'
  if (unkept?.onDevice === false) return 'page'
  return pictures.has(orderId) ? 'here' : 'gone'
}

/** Same rule as server/files/picture-retention.ts. */
const isDeleted = ({ reviewedAt }: MyPayment, { screenshotDays, now }: OrdersOnDevice): boolean =>
  reviewedAt !== null && screenshotDays !== null && Date.parse(reviewedAt) + screenshotDays * DAY_MS < now
