import { addMessages } from '../../known.ts'
import { terms } from '../../../terms.ts'
import { includedParts } from '../price-words.ts'

export const event = addMessages({
  'event.notFound': 'Event not found',
  'event.notFound.text': 'This concert is not in the catalogue, or it is over.',
  'event.failed': 'Error loading event details',
  'event.away': 'This concert is not on this device yet. Go online to see it.',
  'event.breadcrumb': 'Breadcrumb',
  'event.date': 'Date',
  'event.starts': 'Starts',
  'event.doors': (p: { time: string }) => `Doors ${p.time}`,
  'event.venue': 'Venue',
  'event.tickets': 'Tickets',
  'event.viewLayout': 'View Layout',
  'event.chooseNumber': 'Choose Number',
  'event.chooseNumberOf': (p: { category: string }) => `Choose Number, ${p.category}`,
  'event.standing': 'Standing, no seat numbers',
  'event.places': (p: { n: string }) => (p.n === '1' ? '1 place available' : `${p.n} places available`),
  'event.chooseSeats': 'Choose Seats',
  'event.chooseSeatsOf': (p: { category: string }) => `Choose Seats, ${p.category}`,
  'event.available': (p: { n: string }) => (p.n === '1' ? '1 seat available' : `${p.n} seats available`),
  'event.few': (p: { n: number }) => (p.n === 1 ? 'Only 1 ticket left!' : `Only ${p.n} tickets left!`),
  'event.soldOut': 'Sold out',
  'event.cancelled': 'This concert is cancelled.',
  'event.cancelled.reason': (p: { reason: string }) => `Reason: ${p.reason}`,
  'event.cancelled.text': 'Tickets are no longer sold. If you have tickets, you can request a refund in My Tickets.',
  'event.moved': (p: { day: string }) => `The date has changed. It was ${p.day}.`,
  'event.moved.text': 'Tickets bought for the earlier date stay valid.',
  'event.over': 'This event is no longer on sale.',
  'event.noTickets': 'Tickets for this concert are not on sale yet.',
  'event.added': 'Added to cart!',
  'event.directions': (p: { venue: string }) => `Directions to ${p.venue}`,
  'event.calendar': 'Add to calendar',
  'event.share': 'Share',
  'event.linkCopied': 'Link copied to clipboard!',
  'event.linkNotCopied': 'The link could not be copied. Copy it from the address bar.',
  'event.shareText': (p: { singer: string; venue: string; city: string; when: string }) =>
    `${p.singer} at ${p.venue}, ${p.city}, ${p.when}`,
  'event.info': 'Important information',
  'event.info.arrive': 'Arrive',
  'event.info.arrive.text': '60 minutes early.',
  'event.info.bring': 'Bring',
  'event.info.bring.text': 'Valid ID proof, and your ticket on this phone. It opens without a network.',
  'event.info.bring.onePhone':
    'Valid ID proof, and the phone with your ticket. Each ticket works on one phone: open it there once with a network before you leave home.',
  'event.info.seats': 'Seats',
  'event.info.seats.text': () =>
    `Maximum ${terms().seatsPerLine} seats per booking. Seats cannot be changed after booking.`,
  'event.info.refunds': 'Refunds',
  'event.info.refunds.text':
    'If the organiser cancels or moves the concert, within 7–10 business days. For a ticket that you give back, once it is sold again.',

  'event.prices': () =>
    `The all-in price is what you pay for one ticket${includedParts() && `, with ${includedParts()}`}. Nothing is added later.`,
  'event.ratingSample': (p: { rating: string; reviews: string }) =>
    `Sample rating ${p.rating} from ${p.reviews} reviews`,
  'event.genre.Rock': 'Rock',
  'event.genre.Pop': 'Pop',
  'event.genre.Classical': 'Classical',
  'event.genre.Jazz': 'Jazz',
  'event.genre.Folk': 'Folk',
  'event.genre.Electronic': 'Electronic',
})
