import type { CatalogueEvent, SectionNames } from '#shop/catalogue/catalogue.ts'
import type { Paise } from '#shop/prices/money.ts'
import type { Order, OrderedLine } from '#shop/orders/order.ts'
import type { Submission } from '#shop/orders/outbox/submission.ts'
import type { MyPayment, MyPaymentLine, MyTicket } from '#shop/device/schema.ts'
import { phaseOf, type PaymentPhase } from '../checkout/facts/payment-phase.ts'
import { openPayments } from '../wallet/open-payments.ts'
import { priceOfDraft, priceOfPayment, priceOfSubmission, type SplitPrice } from './order-price.ts'

/** `begun`: money may have been sent, and nothing was submitted. */
type OrderState = 'begun' | PaymentPhase

type PictureState =
  | 'none'
  | 'here'
  /** In this page only, because the device could not keep it. */
  | 'page'
  /** It was chosen, and this device no longer has it. */
  | 'gone'
  | 'sending'
  | 'sent'
  /** The shop has deleted it, some days after the decision. */
  | 'deleted'

export interface RecordLine {
  /** Null for a category that was deleted before its money came. */
  categoryId: string | null
  eventName: string
  categoryName: string
  /** ISO instant and place as they were when it was ordered; null where that is unknown. */
  date: string | null
  venue: string | null
  seats: readonly string[]
  /** What the venue calls their sections, as far as the device knows. */
  sections?: SectionNames
  quantity: number
  ticket: MyTicket | undefined
  cancelled: { reason: string | null } | undefined
}

export interface OrderRecord {
  id: string
  code: string
  state: OrderState
  /** Milliseconds: when it was begun, submitted, or arrived at the shop, whichever is known last. */
  at: number
  /** Milliseconds; null until staff have decided. */
  decidedAt: number | null
  note: string | null
  lines: readonly RecordLine[]
  seats: number
  /** What the customer says was sent; of a begun order what has to be sent. */
  amount: Paise
  /** How the price is made up; null when this device does not know it. */
  price: SplitPrice | null
  /** The UPI reference; '' until one was entered. */
  reference: string
  picture: PictureState
  /** Something is still to come, or its customer can do something. */
  open: boolean
  /** It was rejected, and some of its seats could be bought anew. */
  mayTryAgain: boolean
  draft: Order | undefined
  submission: Submission | undefined
  payment: MyPayment | undefined
}

/** What this device knows of the signed-in person's orders. */
export interface OrdersOnDevice {
  drafts: readonly Order[]
  /** Those that were submitted on this device, as far as it still has them: they know the price of their hold. */
  orders: readonly Order[]
  submissions: readonly Submission[]
  payments: readonly MyPayment[]
  tickets: readonly MyTicket[]
  dismissed: ReadonlySet<string>
  pictures: ReadonlySet<string>
  /** Events that have not begun. */
  events: readonly CatalogueEvent[]
  /** How many days after the decision a screenshot is deleted; null before the first sync. */
  screenshotDays: number | null
  /** Milliseconds. */
  now: number
}

const DAY_MS = 24 * 3_600_000

/**
 * Every order that the customer has begun or paid, each once, newest first. What the server says of an order goes before
 * what waits in the outbox, and that before the draft. Looks at each row once: there may be thousands.
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
    // The catalogue knows upcoming concerts; a payment's line remembers one that would be over by now.
    return {
      ...line,
      ticket,
      cancelled: cancelled ? { reason: cancelled.cancelledReason ?? null } : line.cancelled,
    }
  }
  const onSale = (line: RecordLine): boolean => eventOf.get(line.categoryId ?? '')?.status === 'scheduled'

  const records = [
    ...payments.map((payment): OrderRecord => {
      const submission = submissionOf.get(payment.orderId)
      const lines = payment.lines.map((line) => lineOf(paidLine(line), payment.id))
      const isOpen = open.has(payment.orderId)
      return {
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
        picture: isDeleted(payment, found) ? 'deleted' : 'sent',
        open: isOpen,
        mayTryAgain: payment.status === 'rejected' && isOpen && lines.some(onSale),
        draft: undefined,
        submission,
        payment,
      }
    }),
    ...submissions
      .filter((submission) => !paid.has(submission.orderId))
      .map((submission): OrderRecord => {
        const lines = submission.lines.map((line) => lineOf(orderedLine(line)))
        return {
          id: submission.orderId,
          code: submission.orderCode,
          state: phaseOf(undefined, submission) ?? 'unsent',
          at: submission.submittedAt,
          decidedAt: null,
          note: null,
          lines,
          seats: seatsIn(lines),
          amount: submission.amountPaise,
          price: priceOfSubmission(submission, orderOf.get(submission.orderId)),
          reference: submission.reference,
          picture: pictureOfSubmission(submission, found.pictures),
          open: true,
          mayTryAgain: false,
          draft: undefined,
          submission,
          payment: undefined,
        }
      }),
    ...drafts
      .filter((order) => !paid.has(order.id) && !submissionOf.has(order.id))
      .map((order): OrderRecord => {
        const lines = order.lines.map((line) => lineOf(orderedLine(line)))
        const price = priceOfDraft(order)
        const { reference, screenshot } = order.form
        return {
          id: order.id,
          code: order.code,
          state: 'begun',
          at: order.createdAt,
          decidedAt: null,
          note: null,
          lines,
          seats: seatsIn(lines),
          amount: price.total,
          price,
          reference: reference.trim(),
          picture: !screenshot ? 'none' : screenshot.kept ? 'page' : found.pictures.has(order.id) ? 'here' : 'gone',
          open: true,
          mayTryAgain: false,
          draft: order,
          submission: undefined,
          payment: undefined,
        }
      }),
  ]
  return records.sort((a, b) => b.at - a.at || (a.code < b.code ? -1 : 1))
}

/** What is known of a line before its ticket is looked for. */
type OrderedPart = Omit<RecordLine, 'ticket' | 'cancelled'> & Partial<Pick<RecordLine, 'cancelled'>>

const paidLine = (line: MyPaymentLine): OrderedPart => ({
  categoryId: line.ticketCategoryId,
  eventName: line.eventName,
  categoryName: line.categoryName,
  date: line.eventDate,
  venue: line.venue,
  seats: line.seats,
  ...(line.sections && { sections: line.sections }),
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
  ...(line.sections && { sections: line.sections }),
  quantity: line.seats.length,
})

/** A category that was gone is neither priced nor counted. */
const seatsIn = (lines: readonly RecordLine[]): number =>
  lines.reduce((count, line) => count + (line.categoryId === null ? 0 : line.quantity), 0)

function pictureOfSubmission(submission: Submission, pictures: ReadonlySet<string>): PictureState {
  const { screenshot, state, orderId, unkept } = submission
  if (screenshot.uploaded || state === 'sent') return 'sent'
  if (state === 'sending') return 'sending'
  if (unkept?.onDevice === false) return 'page'
  return pictures.has(orderId) || screenshot.blob ? 'here' : 'gone'
}

/** As the shop's own clean-up counts (server/files/picture-retention.ts). */
const isDeleted = ({ reviewedAt }: MyPayment, { screenshotDays, now }: OrdersOnDevice): boolean =>
  reviewedAt !== null && screenshotDays !== null && Date.parse(reviewedAt) + screenshotDays * DAY_MS < now
