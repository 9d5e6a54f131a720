import { addMessages } from '../../known.ts'

const seats = (n: number, standing: boolean): string =>
  standing ? (n === 1 ? '1 place' : `${n} places`) : n === 1 ? '1 seat' : `${n} seats`

interface Wish {
  n: number
  standing: boolean
  together: boolean
}

export const waiting = addMessages({
  'waiting.join': 'Join the waiting list',
  'waiting.joinOf': (p: { category: string }) => `Join the waiting list, ${p.category}`,
  'waiting.noneTogether': 'Wait for seats side by side',
  'waiting.title': (p: { category: string }) => `Waiting list: ${p.category}`,
  'waiting.text':
    'When seats come free, we offer them to the first in line who fits. You get a message and some time to pay. Waiting costs nothing, but seats may never come free.',
  'waiting.people': 'How many seats?',
  'waiting.places': 'How many places?',
  'waiting.most': (p: { n: number }) => `1 to ${p.n}.`,
  'waiting.fewer': 'One fewer',
  'waiting.more': 'One more',
  'waiting.together': 'Side by side, or not at all',
  'waiting.together.hint': 'Without this, seats apart from each other are offered, too.',
  'waiting.joining': 'Joining...',
  'waiting.account': 'To wait you need an account, so that our messages reach you.',
  'waiting.network': 'Joining needs the network: your place is given by the server.',
  'waiting.done': 'Done',

  'waiting.wish': (p: Wish) =>
    `You wait for ${seats(p.n, p.standing)}${p.together && !p.standing && p.n > 1 ? ' side by side' : ''}.`,
  'waiting.before': (p: { n: number }) =>
    p.n === 0 ? 'You are first in line.' : p.n === 1 ? '1 person is before you.' : `${p.n} people are before you.`,
  'waiting.leave': 'Leave the list',
  'waiting.leave.question': 'Leave the waiting list?',
  'waiting.leave.text': 'Your place is lost. If you join again, you are the last.',
  'waiting.leave.stay': 'Stay on it',
  'waiting.leaving': 'Leaving...',
  'waiting.left': 'You are no longer on the waiting list.',

  'waiting.offer': (p: { n: number; standing: boolean }) =>
    p.n === 1 ? `${seats(1, p.standing)} is offered to you` : `${seats(p.n, p.standing)} are offered to you`,
  'waiting.offer.until': (p: { when: string; minutes: number }) =>
    `Kept for you until ${p.when}. ${p.minutes === 1 ? '1 minute' : `${p.minutes} minutes`} left.`,
  'waiting.offer.price': (p: { amount: string }) => `${p.amount} all in.`,
  'waiting.offer.take': (p: { n: number }) => (p.n === 1 ? 'Take it' : 'Take them'),
  'waiting.offer.taking': 'Opening...',
  'waiting.offer.no': 'No, thanks',
  'waiting.offer.no.question': 'Give up this offer?',
  'waiting.offer.no.text': 'The seats go to the next person, and you are no longer on the list.',
  'waiting.offer.no.keep': 'Keep the offer',
  'waiting.offer.no.sending': 'Giving up...',
  'waiting.offer.no.done': 'The offer is given up. Thank you for telling us.',
  'waiting.offer.over': 'The time of this offer is over.',
  'waiting.offer.submitted': 'Your payment for the offered seats is being checked.',
  'waiting.offer.follow': 'Follow',
  'waiting.offer.unknown': 'This concert is not on this device yet. Go online, and try again.',
  'waiting.over.lapsed': (p: { n: number; standing: boolean }) =>
    `The offer of ${seats(p.n, p.standing)} was not paid in time. You can join the list again.`,
  'waiting.over.rejected': (p: { n: number; standing: boolean }) =>
    `The payment for ${seats(p.n, p.standing)} was not confirmed. You can join the list again.`,
  'waiting.again': 'Join again',
  'waiting.mine': 'Waiting lists',

  'waiting.failed.offline': 'The server does not answer. This needs the network: try again when you have it.',
  'waiting.failed.free': 'Such seats are free now: you can book them at once.',
  'waiting.failed.closed': 'This concert is not sold now, so there is no waiting list.',
  'waiting.failed.many': 'You are on too many waiting lists. Leave one first.',
  'waiting.failed.hour': 'You have joined waiting lists too often. Try again in an hour.',
  'waiting.failed.other': 'You wait for other seats of this category already. Leave that list first.',
  'waiting.failed.submitted': 'Your payment is being checked, so this cannot change now.',
  'waiting.failed.turn': 'This concert has a queue: you can join its waiting list once it is your turn.',
  'waiting.failed.signIn': 'Sign in again, then try once more.',
  'waiting.failed': 'That did not work. Try again.',

  'waiting.hold.until': (p: { time: string }) => `Offered to you until ${p.time}`,
  'waiting.hold.over': 'The offer has ended.',
  'waiting.hold.offline': 'The offer could not be confirmed: there is no connection.',
  'waiting.refused.title': 'This offer is over',
  'waiting.refused.text': (p: { code: string }) =>
    `The seats went to the next person on the list. If you have paid for order ${p.code}, submit your reference: your money is not lost.`,
  'waiting.refused.tickets': 'Go to My Tickets',
})
