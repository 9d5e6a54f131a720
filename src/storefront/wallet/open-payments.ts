import type { Submission } from '#offline/outbox.ts'
import type { MyPayment, MyTicket } from '#offline/wallet.ts'

/** Something about a payment that its customer should know of or act upon. */
export type OpenPayment =
  | { kind: 'unsent'; submission: Submission }
  /** `sending`: the server has it, its row is not here yet. */
  | { kind: 'arrived'; submission: Submission }
  | { kind: 'pending'; payment: MyPayment }
  | { kind: 'rejected'; payment: MyPayment }
  /** Approved, but not all of its tickets are on this device. */
  | { kind: 'approved'; payment: MyPayment }

type Lines = readonly { ticketCategoryId: string | null; seats: readonly string[] }[]

/**
 * What My Tickets says about payments, the unsent first: everything that is not settled. A rejected payment is settled
 * when its seats were sent again later, an approved one when its tickets are here.
 */
export function openPayments(
  submissions: readonly Submission[],
  payments: readonly MyPayment[],
  tickets: readonly Pick<MyTicket, 'paymentId'>[],
): OpenPayment[] {
  const known = new Set(payments.map((payment) => payment.orderId))
  const own = submissions.filter((submission) => !known.has(submission.orderId))
  const later = (than: MyPayment): Lines[] => [
    ...payments
      .filter((other) => other.createdAt > than.createdAt && other.status !== 'rejected')
      .map((other) => other.lines),
    ...own.filter((other) => other.submittedAt > Date.parse(than.createdAt)).map((other) => other.lines),
  ]
  const open: OpenPayment[] = own.map((submission) => ({
    kind: submission.state === 'sent' ? 'arrived' : 'unsent',
    submission,
  }))
  for (const payment of payments) {
    if (payment.status === 'pending') open.push({ kind: 'pending', payment })
    else if (payment.status === 'rejected') {
      if (!later(payment).some((lines) => coversAll(lines, payment.lines))) open.push({ kind: 'rejected', payment })
    } else if (tickets.filter((ticket) => ticket.paymentId === payment.id).length < payment.lines.length) {
      open.push({ kind: 'approved', payment })
    }
  }
  const rank = { unsent: 0, arrived: 1, pending: 1, approved: 2, rejected: 3 } as const
  return open.sort((a, b) => rank[a.kind] - rank[b.kind])
}

/** True when every seat of `wanted` stands in `lines`. */
const coversAll = (lines: Lines, wanted: Lines): boolean =>
  wanted.every(({ ticketCategoryId, seats }) => {
    const line = lines.find((other) => other.ticketCategoryId === ticketCategoryId)
    return line !== undefined && seats.every((seat) => line.seats.includes(seat))
  })
