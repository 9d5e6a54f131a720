import type { Submission } from '#shop/orders/outbox/submission.ts'
import { isOver, type PaymentStatus } from '#shop/payments/payment.ts'
import { countedAgain } from '#shop/seats/standing.ts'
import type { MyPayment, MyTicket } from '#shop/device/schema.ts'

export type OpenPayment =
  | { kind: 'unsent'; submission: Submission }
  /** The server has it, its row is not here yet. */
  | { kind: 'arrived'; submission: Submission }
  /** Approved: not all of its tickets are on this device. */
  | { kind: PaymentStatus; payment: MyPayment }

type Lines = readonly { ticketCategoryId: string | null; seats: readonly string[] }[]

/**
 * Returns the unsettled payments, the unsent first. A rejected one is settled once its seats are sent again or it is
 * dismissed, an approved one once its tickets are here.
 */
export function openPayments(
  submissions: readonly Submission[],
  payments: readonly MyPayment[],
  tickets: readonly Pick<MyTicket, 'paymentId'>[],
  dismissed: ReadonlySet<string> = new Set(),
): OpenPayment[] {
  const known = new Set(payments.map((payment) => payment.orderId))
  const own = submissions.filter((submission) => !known.has(submission.orderId))
  const open: OpenPayment[] = own.map((submission) => ({
    kind: submission.state === 'sent' ? 'arrived' : 'unsent',
    submission,
  }))
  const again = sentBySeat(own, payments)
  const held = new Map<string, number>()
  for (const { paymentId } of tickets) held.set(paymentId, (held.get(paymentId) ?? 0) + 1)
  const isOpen: Record<PaymentStatus, (payment: MyPayment) => boolean> = {
    pending: () => true,
    approved: ({ id, lines }) => (held.get(id) ?? 0) < lines.length,
    rejected({ id, createdAt, lines }) {
      if (dismissed.has(id)) return false
      const at = Date.parse(createdAt)
      const later = (again.get(firstSeat(lines)) ?? []).filter((other) => other.at > at)
      return !later.some((other) => coversAll(other.lines, lines))
    },
  }
  for (const payment of payments) if (isOpen[payment.status](payment)) open.push({ kind: payment.status, payment })
  const rank = { unsent: 0, arrived: 1, pending: 1, approved: 2, rejected: 3 } as const
  return open.sort((a, b) => rank[a.kind] - rank[b.kind])
}

interface Sent {
  at: number
  lines: Lines
}

/** Groups payments that were not refused by seat, so that few of thousands are compared. */
function sentBySeat(own: readonly Submission[], payments: readonly MyPayment[]): Map<string, Sent[]> {
  const bySeat = new Map<string, Sent[]>()
  const add = (at: number, lines: Lines): void => {
    const sent = { at, lines }
    for (const { ticketCategoryId, seats } of lines)
      for (const seat of countedAgain(seats)) {
        const key = `${ticketCategoryId} ${seat}`
        const list = bySeat.get(key)
        if (list) list.push(sent)
        else bySeat.set(key, [sent])
      }
  }
  for (const payment of payments) if (!isOver(payment.status)) add(Date.parse(payment.createdAt), payment.lines)
  for (const submission of own) add(submission.submittedAt, submission.lines)
  return bySeat
}

const firstSeat = (lines: Lines): string => {
  const line = lines.find((one) => one.seats.length > 0)
  return line ? `${line.ticketCategoryId} ${countedAgain(line.seats)[0]}` : ''
}

const coversAll = (lines: Lines, wanted: Lines): boolean =>
  wanted.every(({ ticketCategoryId, seats }) => {
    const line = lines.find((other) => other.ticketCategoryId === ticketCategoryId)
    const sent = countedAgain(line?.seats ?? [])
    return line !== undefined && countedAgain(seats).every((seat) => sent.includes(seat))
  })
