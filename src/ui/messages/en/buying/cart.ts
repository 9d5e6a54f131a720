import { addMessages } from '../../known.ts'
import { terms } from '../../../terms.ts'

const seats = (n: number): string => (n === 1 ? '1 seat' : `${n} seats`)
const tickets = (n: number): string => (n === 1 ? '1 ticket' : `${n} tickets`)

/** Seats in a list; `named`: the list begins with the name of their section. */
type Listed = { n: number; list: string; named: boolean }
const listed = ({ n, list, named }: Listed): string => (named ? '' : n === 1 ? 'Seat ' : 'Seats ') + list

export const cart = addMessages({
  'cart.title': 'Your cart',
  'cart.page': 'Cart',
  'cart.empty.title': 'Your cart is empty',
  'cart.empty.text': 'Choose a concert and your seats. They appear here.',
  'cart.empty.action': 'Browse concerts',
  'cart.parked.title': 'Sign in to see your cart',
  'cart.parked.text': 'Your session has ended. The seats you chose are kept on this device for you.',
  'cart.lines': 'Tickets in your cart',
  'cart.seats': listed,
  'cart.count': (p: { n: number }) => tickets(p.n),
  'cart.perSeat': (p: { amount: string }) => `${p.amount} each`,
  'cart.quantity': (p: { event: string; category: string }) => `Number of seats, ${p.event}, ${p.category}`,
  'cart.fewer': (p: Listed) => `One fewer: removes ${p.named ? p.list : `seat ${p.list}`}`,
  'cart.more': 'One more',
  'cart.most': () => `At most ${terms().seatsPerLine} seats of a category in one booking.`,
  'cart.seatsAdded': (p: Listed) => `${listed(p)} added`,
  'cart.seatsRemoved': (p: Listed) => `${listed(p)} removed`,
  'cart.changeSeats': 'Change seats',
  'cart.changeSeatsOf': (p: { event: string; category: string }) => `Change seats, ${p.event}, ${p.category}`,
  'cart.seatsChanged': (p: { n: number; list: string }) => `Your ${p.n === 1 ? 'seat' : 'seats'} now: ${p.list}`,
  'cart.standing.quantity': (p: { event: string; category: string }) => `Number of people, ${p.event}, ${p.category}`,
  'cart.standing.fewer': 'One fewer',
  'cart.standing.now': (p: { n: number }) => (p.n === 1 ? 'Now for 1 person' : `Now for ${p.n} people`),
  'cart.standing.onlyLeft': (p: { n: number }) =>
    p.n === 0 ? 'No places are left.' : p.n === 1 ? 'Only 1 place is left.' : `Only ${p.n} places are left.`,
  'cart.standing.removed': (p: { event: string; n: number }) =>
    `${p.event}, ${p.n === 1 ? '1 person' : `${p.n} people`}: removed`,
  'cart.noneBeside': 'No free seat next to yours. Choose one on the map.',
  'cart.remove': 'Remove',
  'cart.removeLine': (p: { event: string; category: string }) => `Remove ${p.event}, ${p.category}`,
  'cart.removed': (p: { event: string; n: number }) => `${p.event}, ${seats(p.n)}: removed`,
  'cart.onePhone': 'Each ticket works on one phone. Open it there once with a network before you come.',
  'cart.notHeld': 'Not held yet',
  'cart.held': (p: { time: string }) => `Held until ${p.time}`,
  'cart.notOnSale': 'This event is no longer on sale.',
  'cart.cancelled': 'The organiser cancelled this concert.',
  'cart.cancelled.reason': (p: { reason: string }) => `Reason: ${p.reason}`,
  'cart.over': 'This concert has started.',
  'cart.gone': 'These tickets are no longer offered.',
  'cart.notNow': 'Not on sale at the moment.',
  'cart.paused': 'The organiser has paused the sale.',
  'cart.before': 'These tickets are not on sale yet.',
  'cart.ended': 'The sale of these tickets has ended.',
  'cart.notCharged': 'Not part of the total.',
  'cart.priceChanged': (p: { before: string; now: string }) => `The price changed from ${p.before} to ${p.now} a seat.`,
  'cart.someNotOnSale': (p: { n: number }) =>
    p.n === 1
      ? 'One item can no longer be bought and is not in the total. Remove it, or continue without it.'
      : `${p.n} items can no longer be bought and are not in the total. Remove them, or continue without them.`,
  'cart.entry': 'Entry requirements.',
  'cart.entry.text': 'Arrive 60 minutes early with valid ID proof.',
  'cart.summary': 'Order summary',
  'cart.subtotal': 'Subtotal',
  'cart.gst': (p: { percent: number | null }) => (p.percent === null ? 'GST' : `GST ${p.percent}%`),
  'cart.gstIncluded': (p: { amount: string }) => `includes GST of ${p.amount}`,
  'cart.localTax': (p: { percent: number | null; place: string }) =>
    `Local tax${p.percent === null ? '' : ` ${p.percent}%`}${p.place && `, ${p.place}`}`,
  'cart.fee.taxed': (p: { amount: string; n: number; tax: string }) => `${p.amount} × ${p.n} and ${p.tax} GST`,
  'cart.fee': 'Convenience fee',
  'cart.fee.each': (p: { amount: string; n: number }) => `${p.amount} × ${p.n}`,
  'cart.platformFee': 'Platform fee (2%)',
  'cart.platformFee.none': 'Not charged',
  'cart.rounding': 'Rounded to the rupee',
  'cart.total': 'Total',
  'cart.checkout': 'Proceed to Checkout',
  'cart.limit': 'Most UPI apps send at most ₹1,00,000 a day. Two orders help, paid from two accounts.',
  'cart.mini.view': 'View cart',
})
