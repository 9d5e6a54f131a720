import { describe, expect, it } from 'vitest'
import { english } from '../../../tests/support/browser/english.ts'

/** Sentences that the specification and the rulings fix, word for word. The stories in tests/e2e see them on the screen. */
type Promised = [says: string, key: string, parameters?: object]

const onScreens: Promised[] = [
  ['Home', 'app.home'],
  ['Concerts', 'app.concerts'],
  ['About', 'app.about'],
  ['Contact', 'app.contact'],
  ['My Tickets', 'app.myTickets'],
  ['Profile', 'app.profile'],
  ['Settings', 'app.settings'],
  ['Help Center', 'app.helpCenter'],
  ['Admin Panel', 'app.adminPanel'],
  ['Sign Out', 'app.signOut'],
  ['Sign in', 'app.signIn'],
  ['Get started', 'app.getStarted'],
  ['Quick Links', 'app.footer.quick'],
  ['Support', 'app.footer.support'],
  ['Contact Us', 'app.footer.contact'],
  ['Show All 5 dates', 'catalogue.showAll', { n: 5 }],
  ['Apply Filters', 'catalogue.apply'],
  ['No concerts found', 'catalogue.none'],
  ['Try Again', 'common.tryAgain'],
  ['Event not found', 'event.notFound'],
  ['Choose Seats', 'event.chooseSeats'],
  ['View Layout', 'event.viewLayout'],
  ['Important information', 'event.info'],
  ['Booking & Tickets', 'info.faq.booking'],
  ['Account & Security', 'info.faq.account'],
  ['Event Day', 'info.faq.day'],
  ['Update Profile', 'profile.submit'],
  ['tickets purchased', 'profile.stats.tickets'],
  ['upcoming events', 'profile.stats.upcoming'],
  ['past events', 'profile.stats.past'],
  ['Select Your Seats', 'seats.title'],
  ['Gold · ₹1,500 per ticket', 'seats.perTicket', { category: 'Gold', price: '₹1,500' }],
  ['Maximum 10 seats per booking', 'seats.note.maximum'],
  ['Seats cannot be changed after booking', 'seats.note.fixed'],
  ['Valid ID proof required for entry', 'seats.note.id'],
  ['Stage', 'seats.stage'],
  ['Available', 'seats.legend.available'],
  ['Selected', 'seats.legend.selected'],
  ['Sold', 'seats.legend.sold'],
  ['Available Seats:', 'seats.counts.available'],
  ['Sold:', 'seats.counts.sold'],
  ['Add 1 Seat to Cart', 'seats.add', { n: 1 }],
  ['Add 3 Seats to Cart', 'seats.add', { n: 3 }],
  ['Your cart is empty', 'cart.empty.title'],
  ['GST 18%', 'cart.gst', { percent: 18 }],
  ['Convenience fee', 'cart.fee'],
  ['Platform fee (2%)', 'cart.platformFee'],
  ['Not charged', 'cart.platformFee.none'],
  ['Arrive 60 minutes early with valid ID proof.', 'cart.entry.text'],
  ['Try Again', 'checkout.rejected.tryAgain'],
  ['Return to Cart', 'checkout.toCart'],
  ['Please arrive 60 minutes early with valid ID proof.', 'checkout.success.arrive'],
]

const ofValidation: Promised[] = [
  ['Passwords do not match', 'account.mismatch'],
  ['Please select seats to continue', 'seats.nothing'],
  ['Please sign in to book tickets', 'catalogue.signInToBook'],
  ['Please sign in to book tickets', 'account.login.toBook'],
  ['Please provide both transaction ID and screenshot', 'checkout.both'],
  ['Please upload an image file', 'checkout.screenshot.notImage'],
  ['File size must be less than 5MB', 'checkout.screenshot.tooLarge'],
  ['Only 100 tickets left!', 'catalogue.few', { n: 100 }],
  ['Only 20 tickets left!', 'event.few', { n: 20 }],
  ['A UPI reference has 12 digits. You entered 11.', 'checkout.reference.digits', { n: 11 }],
  ['Send it anyway', 'checkout.reference.sendAnyway'],
]

const ofFeedback: Promised[] = [
  ['Error loading event details', 'event.failed'],
  ['Error loading seat information', 'seats.error'],
  ['Failed to load concerts. Please try again.', 'catalogue.failed'],
  ['Unable to load concerts. Please try again later.', 'catalogue.unable'],
  ['Unable to load tickets. Please try again.', 'wallet.failed'],
  ['Invalid email or password', 'account.login.failed'],
  ['Welcome back!', 'account.login.success'],
  ['Signing in...', 'account.login.busy'],
  ['Error signing in with Google. Please try again.', 'account.login.google.failed'],
  ['Error signing up with Google. Please try again.', 'account.register.google.failed'],
  ['Registration failed. Please try again.', 'account.register.failed'],
  ['Registration successful!', 'account.register.success'],
  ['Registration successful! Please check your email to verify your account.', 'account.register.confirm'],
  ['Failed to sign in. Please try again.', 'account.callback.failed'],
  ['Successfully signed in!', 'account.callback.success'],
  ['Authentication failed. Please try again.', 'account.storeFailed'],
  ['Failed to sign out. Please try again.', 'leaving.failed'],
  ['Error submitting payment. Please try again.', 'checkout.submitFailed'],
  ['Failed to upload payment screenshot. Please try again.', 'checkout.uploadFailed'],
  ['It is saved on this device and will be sent.', 'checkout.willBeSent'],
  ['Failed to verify payment creation', 'checkout.creationFailed'],
  ['Payment verification timeout. Please try again.', 'checkout.status.timeout'],
  ['Your payment is safe and still being checked. Do not pay again.', 'checkout.status.timeout.safe'],
  ['Payment was rejected. Please try again with correct details.', 'checkout.rejected'],
  ['Error creating tickets. Please contact support.', 'checkout.ticketsFailed'],
  ['Tickets created successfully!', 'checkout.success'],
  ['Added to cart!', 'event.added'],
  ['UPI ID copied!', 'checkout.copy.idDone'],
  ['Link copied to clipboard!', 'event.linkCopied'],
  ['Payment verification started', 'checkout.started'],
  ['You already sent this reference with order MF7K2QX4MD.', 'checkout.reference.used', { code: 'MF7K2QX4MD' }],
  ['This event is no longer on sale.', 'event.over'],
  ['This event is no longer on sale.', 'cart.notOnSale'],
  ['Ticket not found', 'wallet.ticket.notFound'],
  ['This area is for staff.', 'account.staff.only'],
  ['Your seats stay yours while we check.', 'checkout.status.seatsHeld'],
  ['Your seats are kept until 6:40 pm.', 'checkout.status.seatsUntil', { time: '6:40 pm' }],
  [
    'Your payment is recorded. Some seats are no longer free; our staff will offer others or refund you.',
    'checkout.status.seatsLost',
  ],
]

/** Facts that the information pages carry: which page, and what must stand in one of its texts. */
const facts: [page: string, text: RegExp][] = [
  [
    'info.q.',
    /If the organiser cancels the concert: request it in My Tickets, and the money comes back within 7–10 business days/,
  ],
  ['info.q.', /Duplicate charges are returned within 3–5 business days/],
  ['info.q.', /request a refund within 7 days/],
  ['info.q.', /60 minutes before the start, with valid ID proof/],
  ['info.q.', /18% GST.*₹30 a ticket/],
  ['info.q.', /Up to 10 seats of a ticket category in one booking/],
  ['info.refund.', /7–10 business days/],
  ['info.refund.', /within 3–5 business days/],
  ['info.refund.', /within 7 days of the change/],
  ['info.refund.', /no refunds except when the organiser cancels/],
  ['info.terms.', /arrive 60 minutes early/],
  ['info.terms.', /GST of 18% and a convenience fee of ₹30 a ticket/],
  ['info.help.', /Arrive 60 minutes early/],
  ['event.info.', /60 minutes early/],
  ['event.info.', /If cancelled or moved, within 7–10 business days/],
]

const wordsOf = (key: string, parameters: object = {}): string => {
  const message = english[key] as string | ((parameters: object) => string)
  return typeof message === 'function' ? message(parameters) : message
}

describe.each([
  ['screens', onScreens],
  ['validation', ofValidation],
  ['feedback', ofFeedback],
])('promised words of %s', (_, promised) => {
  it.each(promised)('“%s” is %s', (says, key, parameters) => {
    expect(wordsOf(key, parameters)).toBe(says)
  })
})

describe('facts on the information pages', () => {
  it.each(facts)('%s… has %s', (page, text) => {
    const texts = Object.entries(english)
      .filter(([key]) => key.startsWith(page))
      .map(([key]) => wordsOf(key))
    expect(texts.filter((one) => text.test(one))).not.toEqual([])
  })

  it('asks for one arrival time everywhere', () => {
    const minutes = Object.keys(english).flatMap((key) => {
      const words = /(?:^|[^\d])(\d+) minutes early/i.exec(String(english[key]))
      return words ? [words[1]] : []
    })
    expect(minutes.length).toBeGreaterThan(3)
    expect(new Set(minutes)).toEqual(new Set(['60']))
  })
})
