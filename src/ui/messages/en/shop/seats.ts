import { addMessages } from '../../known.ts'
import { listed as listedParts } from '../../price-parts.ts'
import { terms } from '../../../terms.ts'

const stateWords = {
  available: 'available',
  selected: 'selected',
  'in-cart': 'in your cart',
  sold: 'sold',
  lost: 'just taken',
  blocked: 'not for sale',
} as const

/** 'F5', 'F5 and F6', 'F5, F6 and F7' */
const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const seatCount = (n: number): string => (n === 1 ? '1 seat' : `${n} seats`)

export const seats = addMessages({
  'seats.perTicket': (p: { category: string; price: string }) => `${p.category} · ${p.price} per ticket`,
  'seats.category': 'Ticket category',
  'seats.zone': (p: { price: string; category: string; left: number; count: string }) =>
    `${p.price} ${p.category} · ${p.left === 0 ? 'sold out' : `${p.count} left`}`,
  'seats.note.maximum': () => `Maximum ${terms().seatsPerLine} seats per booking`,
  'seats.note.fixed': 'Seats cannot be changed after booking',
  'seats.note.id': 'Valid ID proof required for entry',
  'seats.stage': 'Stage',

  'seats.legend.available': 'Available',
  'seats.legend.selected': 'Selected',
  'seats.legend.sold': 'Sold',
  'seats.legend.inCart': 'In your cart',
  'seats.legend.lost': 'Just taken',
  'seats.legend.wheelchair': 'Wheelchair space',
  'seats.legend.companion': 'Wheelchair, companion',
  'seats.legend.blocked': 'Not for sale',

  'seats.counts.available': 'Available Seats:',
  'seats.counts.sold': 'Sold:',
  'seats.add': (p: { n: number }) => (p.n === 1 ? 'Add 1 Seat to Cart' : `Add ${p.n} Seats to Cart`),
  'seats.choose': 'Choose seats',
  'seats.save': (p: { n: number }) => (p.n === 1 ? 'Keep This Seat' : `Keep These ${p.n} Seats`),
  'seats.leftOut': (p: { seats: string }) =>
    `At most ${terms().seatsPerLine} seats of a category in one booking. Not added: ${p.seats}`,
  'seats.allIn': (p: { amount: string; gst: boolean; local: boolean; charged: boolean }) => {
    const parts = [p.gst && 'GST', p.local && 'local tax', p.charged && 'convenience fee']
    const said = listedParts(
      parts.filter((part) => part !== false),
      'and',
    )
    return `${p.amount} all in${said && `, with ${said}`}`
  },
  'seats.free': 'Nothing to pay',
  'seats.nothing': 'Please select seats to continue',

  'seats.grid': (p: { category: string }) => `Seats of ${p.category}. Use the arrow keys; Enter selects.`,
  'seats.describe': (p: {
    section: string | null
    row: string
    number: number
    category: string
    /** rupees as digits */
    price: string
    wheelchair: boolean
    companion: boolean
    state: keyof typeof stateWords
  }) =>
    `${p.section === null ? 'Row' : `${p.section}, row`} ${p.row} seat ${p.number}, ${p.category}, ${p.price} rupees, ` +
    `${p.wheelchair ? 'wheelchair space, ' : p.companion ? 'companion’s seat, ' : ''}${stateWords[p.state]}`,

  'seats.best': 'Best available together',
  'seats.best.choose': (p: { n: number }) => (p.n === 1 ? 'Best 1 seat' : `Best ${p.n} seats together`),
  'seats.best.none': (p: { n: number; most: number }) =>
    p.most === 0
      ? 'No seats are left.'
      : p.most === 1
        ? `No ${p.n} seats together are left, only single seats.`
        : `No ${p.n} seats together are left. You can get up to ${p.most} together.`,
  'seats.best.short': 'Best together',

  'seats.chosen': 'Your seats',
  'seats.selection': (p: { names: readonly string[]; total: string }) =>
    p.names.length === 0
      ? 'No seats selected.'
      : `${seatCount(p.names.length)} selected: ${listed(p.names)}. ${p.total}.`,
  'seats.limit': (p: { inCart: number }) =>
    p.inCart === 0
      ? `You can book up to ${terms().seatsPerLine} seats at once. Remove one to choose another.`
      : `You can book up to ${terms().seatsPerLine} seats at once, and ${seatCount(p.inCart)} of this category ${p.inCart === 1 ? 'is' : 'are'} in your cart. Remove one to choose another.`,
  'seats.limit.best': (p: { n: number; inCart: number }) =>
    `You can book up to ${terms().seatsPerLine} seats at once, and ${seatCount(p.inCart)} of this category ${p.inCart === 1 ? 'is' : 'are'} in your cart: ${p.n} more would be too many.`,
  'seats.isSold': (p: { name: string }) => `${p.name} is sold.`,
  'seats.isInCart': (p: { name: string }) => `${p.name} is in your cart already.`,

  'seats.wheelchair': 'For a wheelchair user.',
  'seats.wheelchair.companion': 'The seat beside is for a companion; remove it if you come alone.',
  'seats.companion': (p: { name: string }) =>
    `${p.name} is kept for the companion of a wheelchair user. Choose the wheelchair space beside it.`,
  'seats.alone': (p: { name: string }) =>
    `${p.name} would be left alone between two taken seats. Moving by one would leave no gap.`,
  'seats.lost': (p: { names: readonly string[] }) =>
    `${listed(p.names)} ${p.names.length === 1 ? 'has' : 'have'} just been taken by someone else.`,
  'seats.lost.rest': 'Your other seats stay selected.',
  'seats.lost.cart': (p: { names: readonly string[] }) =>
    `${listed(p.names)} in your cart ${p.names.length === 1 ? 'is' : 'are'} no longer free.`,
  'seats.lost.instead': (p: { name: string }) => `Take ${p.name}`,
  'seats.lost.insteadOf': (p: { name: string; lost: string }) => `Take ${p.name} instead of ${p.lost}`,
  'seats.lost.dismiss': (p: { name: string }) => `${p.name} is taken; remove it`,
  'seats.lost.none': 'No other seat is free.',

  'seats.error': 'Error loading seat information',
  'seats.error.offline': 'You are offline, and these seats are not on this device yet. Go online and try again.',
  'seats.error.server': 'The shop did not answer. Wait a moment and try again.',
  'seats.error.gone': 'This category is no longer offered. Close this and choose another.',
  'seats.stale.offline': (p: { ago: string }) =>
    `You are offline. Seats last updated ${p.ago}. What you choose is not held yet.`,
  'seats.stale.server': (p: { ago: string }) =>
    `The shop is not responding. Seats last updated ${p.ago}. What you choose is not held yet.`,
  'seats.stale.device': (p: { ago: string }) =>
    `This device’s storage does not respond. Seats last updated ${p.ago}. What you choose is not held yet.`,
  'seats.soldOut': 'Every seat of this category is taken.',

  'seats.standing.label': 'Number of people',
  'seats.standing.fewer': 'One fewer',
  'seats.standing.more': 'One more',
  'seats.standing.enter': 'Enter how many people come, as a number.',
  'seats.standing.places': (p: { n: number; count: string }) =>
    p.n === 1 ? '1 place is left' : `${p.count} places are left`,
  'seats.standing.onlyLeft': (p: { n: number }) =>
    p.n === 0 ? 'No places are left.' : p.n === 1 ? 'Only 1 place is left.' : `Only ${p.n} places are left.`,
  'seats.standing.inCart': (p: { n: number }) =>
    p.n === 1 ? '1 of them is in your cart already.' : `${p.n} of them are in your cart already.`,
  'seats.standing.limit': (p: { inCart: number }) =>
    p.inCart === 0
      ? `You can book up to ${terms().seatsPerLine} people at once.`
      : `You can book up to ${terms().seatsPerLine} people at once, and ${p.inCart} of this category ${p.inCart === 1 ? 'is' : 'are'} in your cart.`,
  'seats.standing.maximum': () => `Maximum ${terms().seatsPerLine} people per booking`,
  'seats.standing.take': (p: { n: number }) => `Take ${p.n}`,
  'seats.standing.add': 'Add to Cart',
  'seats.standing.note':
    'A standing place has no number. Each place has its own code: come together or one after another.',

  'seats.view.map': 'On the map',
  'seats.view.list': 'As a list',
  'seats.list': (p: { category: string }) => `Rows of ${p.category}`,
  'seats.list.row': (p: { section: string | null; row: string }) =>
    p.section === null ? `Row ${p.row}` : `${p.section}, row ${p.row}`,
  'seats.list.free': (p: { n: number }) => (p.n === 0 ? 'none free' : `${p.n} free`),
  'seats.list.selected': (p: { n: number }) => `${p.n} selected`,
  'seats.list.none': 'No free seat in this row.',
  'seats.list.more': (p: { n: number }) => `Show ${p.n} more rows`,
  'seats.list.onlyFree': 'Only rows with free seats',

  'seats.move': 'Move the map',
  'seats.move.left': 'Move left',
  'seats.move.right': 'Move right',
  'seats.move.up': 'Move up',
  'seats.move.down': 'Move down',
  'seats.zoom': 'Zoom',
  'seats.zoom.in': 'Zoom in',
  'seats.zoom.out': 'Zoom out',
  'seats.zoom.whole': 'Whole map',

  'layout.picture': (p: { name: string; sections: readonly string[] }) =>
    `Drawing of ${p.name}. From the stage: ${p.sections.join('; ')}.`,
  'layout.sections': 'Sections',
  'layout.section.seats': (p: { n: string }) => (p.n === '1' ? '1 seat' : `${p.n} seats`),
  'layout.soldOut': 'Sold out',
  'layout.section.wheelchair': (p: { n: number }) => (p.n === 1 ? '1 wheelchair space' : `${p.n} wheelchair spaces`),
  'layout.none': 'No seating layout for this concert.',
})
