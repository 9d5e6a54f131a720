interface OldCode {
  seats: string
  category: string
  /** The other one's short name. */
  person: string | null
  gate: string
  when: string
}

interface Seats {
  event: string
  category: string
  seats: string
}

/** Mails and link previews. The original of hi.ts and mr.ts (docs/translations.md). */
export const en = {
  hello: (p: { name: string | null }) => (p.name ? `Hello ${p.name},` : 'Hello,'),
  approved: (p: { amount: string; code: string }) =>
    `your payment of ${p.amount} for order ${p.code} is approved, and your tickets are ready:`,
  taken: (p: { code: string }) => `your free tickets of order ${p.code} are ready:`,
  rejected: (p: { amount: string; code: string; reference: string }) =>
    `your payment of ${p.amount} for order ${p.code} (reference ${p.reference}) was not confirmed.`,
  seats: (p: { n: number; list: string }) => `${p.n === 1 ? 'seat' : 'seats'} ${p.list}`,
  standing: (p: { n: number }) => (p.n === 1 ? 'standing, 1 person' : `standing, ${p.n} people`),
  open: (p: { link: string }) => `Open ${p.link} once before you leave home: after that they open without a network.`,
  notLost: (p: { link: string }) =>
    `If the money has left your account, it is not lost. See ${p.link}, or write to us with the order code.`,
  switchOff: (p: { link: string }) =>
    `All times are India time. You can switch these mails off in the settings of your account: ${p.link}`,
  approvedSubject: (p: { code: string }) => `Your tickets for order ${p.code}`,
  rejectedSubject: (p: { code: string }) => `About your payment for order ${p.code}`,

  confirmSubject: (p: { shop: string }) => `Confirm your email address for ${p.shop}`,
  confirm: (p: { shop: string }) =>
    `Welcome to ${p.shop}. Confirm that this address is yours. The link works once, within one hour:`,
  confirmNot: 'If you did not register, do nothing.',
  recoverSubject: (p: { shop: string }) => `Set a new password for ${p.shop}`,
  recover: (p: { shop: string }) =>
    `Someone, probably you, asked to set a new password for ${p.shop}. The link works once, within one hour:`,
  recoverNot: 'If it was not you, do nothing: your password stays as it is.',
  moveSubject: (p: { shop: string }) => `Confirm your new email address for ${p.shop}`,
  move: (p: { shop: string; to: string }) =>
    `Confirm that ${p.to} is the new email address of your account at ${p.shop}:`,
  moveNot: 'If it was not you, do nothing and set a new password.',

  /** `when` is in IST. */
  concert: (p: { singer: string; venue: string; city: string; when: string }) =>
    `${p.singer} at ${p.venue}, ${p.city}. ${p.when} IST.`,
  cancelled: (p: { concert: string }) => `Cancelled: ${p.concert}`,
  free: (p: { concert: string }) => `${p.concert} Free tickets.`,
  onSale: (p: { concert: string; from: string; total: string }) =>
    `${p.concert} Tickets from ${p.from}, ${p.total} all in.`,
  /** As the app's page says it (`ui/messages`): it takes the place of these. */
  priceFrom: (p: { amount: string }) => `from ${p.amount}`,
  allIn: (p: { amount: string }) => `${p.amount} all in`,
  chooseSeats: 'Choose Seats',
  chooseNumber: 'Choose Number',

  attached: 'The tickets are attached as a PDF, and the date as a calendar file.',
  attachedDate: 'The date is attached as a calendar file.',
  about: (p: { event: string }) => `You get this because you have or wait for tickets: ${p.event}.`,
  seeTickets: (p: { link: string }) => `Your tickets: ${p.link}`,
  before: (p: { what: string }) => `Before: ${p.what}`,
  now: (p: { what: string }) => `Now: ${p.what}`,
  eventCancelledSubject: (p: { event: string }) => `Cancelled: ${p.event}`,
  eventCancelled: (p: { event: string; when: string }) => `${p.event} on ${p.when} is cancelled.`,
  reason: (p: { reason: string }) => `Reason: ${p.reason}`,
  owedForTickets: (p: { amount: string; link: string }) => `You get ${p.amount} back. Check where it goes at ${p.link}`,
  eventMovedSubject: (p: { event: string }) => `New date or place: ${p.event}`,
  eventMoved: (p: { event: string }) => `${p.event} has moved. Your tickets stay valid.`,
  movedRefund: (p: { link: string }) => `If the new date does not suit you, see ${p.link} about a refund.`,
  eventChangedSubject: (p: { event: string }) => `Changed: ${p.event}`,
  eventChanged: (p: { event: string }) => `The name of a concert has changed: ${p.event}. Your tickets stay valid.`,
  onePhoneSubject: (p: { event: string }) => `One phone: ${p.event}`,
  onePhone: (p: { event: string }) =>
    `Your ticket works on one phone only: ${p.event}. Open it on the phone that you bring, once, while you are online. Screenshots and paper are checked with an ID.`,
  anyScreen: (p: { event: string }) => `Your ticket works on any screen and on paper again: ${p.event}.`,
  seatsChangedSubject: (p: { event: string }) => `Other seats: ${p.event}`,
  seatsChanged: (p: { event: string; category: string }) => `Your seats have changed: ${p.event}, ${p.category}.`,
  revokedSubject: (p: { event: string }) => `Ticket withdrawn: ${p.event}`,
  revoked: (p: { event: string; category: string; seats: string }) =>
    `This ticket does not open the gate any more: ${p.event}, ${p.category}, ${p.seats}.`,
  oldCodeSubject: (p: { event: string }) => `A code that was handed over was let in: ${p.event}`,
  oldCodeOfGiver: (p: OldCode) =>
    `${p.gate}, ${p.when}: a person was let in with your earlier code of ${p.category}, ${p.seats}. ${p.person ?? 'Another person'} has this ticket since you gave it away.`,
  oldCodeOfHolder: (p: OldCode) =>
    `${p.gate}, ${p.when}: a person was let in with an earlier code of your ticket, ${p.category}, ${p.seats}. It was the code of ${p.person ?? 'the person who gave you the ticket'}.`,
  oldCodeText: 'The organiser sees both names. If you are not in, show this to the people at the gate.',
  refundOwedSubject: (p: { code: string }) => `You get money back for order ${p.code}`,
  refundOwed: (p: { amount: string; code: string }) => `You get ${p.amount} back for order ${p.code}.`,
  refundWhere: (p: { link: string }) => `Say where it goes at ${p.link}`,
  refundedSubject: (p: { code: string }) => `Your money for order ${p.code} was sent back`,
  refunded: (p: { amount: string; code: string; reference: string }) =>
    `${p.amount} for order ${p.code} was sent back to you, with the reference ${p.reference}.`,
  calendarEstimate: 'The end is an estimate.',
  refundedInCash: (p: { amount: string; code: string }) =>
    `${p.amount} for order ${p.code} was given back to you in cash.`,
  settledSubject: (p: { code: string }) => `Your refund for order ${p.code}`,
  settled: (p: { amount: string; code: string; how: string }) =>
    `Your refund of ${p.amount} for order ${p.code} is settled: ${p.how}`,
  offerSubject: (p: { event: string }) => `Seats for you: ${p.event}`,
  offer: (p: Seats) => `From the waiting list these are offered to you: ${p.event}, ${p.category}, ${p.seats}.`,
  offerUntil: (p: { when: string; amount: string; link: string }) =>
    `Pay ${p.amount} all in by ${p.when}; then they go to the next person. ${p.link}`,
  offerOverSubject: (p: { event: string }) => `The offer is over: ${p.event}`,
  offerOver: (p: Seats) => `These are no longer offered to you: ${p.event}, ${p.category}, ${p.seats}.`,
  offerOverWaits: 'They are gone. You keep your place on the waiting list.',
  offerOverAgain: 'They were not paid in time, so you are no longer on the waiting list. You can join it again.',
  returnSoldSubject: (p: { event: string }) => `What you gave back is sold: ${p.event}`,
  returnSold: (p: Seats) =>
    `You gave this back, and another person has bought it: ${p.event}, ${p.category}, ${p.seats}. Your code for it does not open the gate any more.`,

  /** On the ticket as a PDF. */
  paperInvoice: 'Tax invoice',
  paperInvoiceBill: 'Invoice-cum-bill of supply',
  paperBill: 'Bill of supply',
  paperSeller: 'Sold by',
  paperBuyer: 'Billed to',
  paperPlace: 'Place of supply',
  paperReverse: 'Reverse charge',
  paperReverseNo: 'No',
  paperTaxable: 'Taxable value',
  paperLocalTax: 'Local tax',
  paperFee: 'Convenience fee',
  paperRounding: 'Rounded to the rupee',
  paperTotal: 'Total',
  pdfPage: (p: { n: string; of: string }) => `Ticket ${p.n} of ${p.of}`,
  pdfCategory: 'Category',
  pdfSeat: 'Seat',
  pdfAdmits: 'Lets in',
  pdfPerson: '1 person',
  pdfName: 'Name',
  pdfOrder: 'Order code',
  pdfCode: 'Ticket code, for typing',
  pdfGate: 'Show the code at the gate, on paper or on the phone. Arrive 60 minutes early.',
  pdfBring: 'Bring a valid ID proof.',
  pdfOnce: 'Each seat is let in once: give this page to no one else.',
}

type Worded<English> = {
  [K in keyof English]: English[K] extends (parameters: infer P) => string ? (parameters: P) => string : string
}
export type ServerWords = Worded<typeof en>
