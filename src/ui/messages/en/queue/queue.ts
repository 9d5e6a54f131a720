import { addMessages } from '../../known.ts'

export const queue = addMessages({
  'queue.page': (p: { singer: string; city: string }) => `Queue: ${p.singer}, ${p.city}`,
  /** Titles of the browser's tab. */
  'queue.title.place': (p: { place: string; singer: string }) => `Place ${p.place}, ${p.singer}`,
  'queue.title.turn': (p: { singer: string }) => `Your turn: ${p.singer}`,

  'queue.before': (p: { when: string }) => `You can join from ${p.when}`,
  'queue.before.text':
    'All who join until the sale opens take part in a draw. Being first or fast brings no better place.',
  'queue.left.join': (p: { left: string }) => `${p.left} until you can join`,
  'queue.open': 'Join before the sale opens',
  'queue.open.text':
    'When the sale opens, the order is drawn among all who have joined. It does not matter when you join. An account has one place.',
  'queue.opens': (p: { when: string }) => `The sale opens ${p.when}.`,
  'queue.left': (p: { left: string }) => `${p.left} until the sale opens`,
  'queue.people': (p: { n: number; said: string }) =>
    p.n === 1 ? '1 person has joined.' : `${p.said} people have joined.`,
  'queue.late': 'The sale has opened',
  'queue.late.text': 'Those who joined before were drawn. If you join now, you get the next place.',
  'queue.join': 'Join the queue',
  'queue.joining': 'Joining...',
  'queue.account': 'Your place belongs to your account, so it is the same on every device.',
  'queue.network': 'Joining needs the network: the server gives your place.',

  'queue.joined': 'You are in the queue',
  'queue.joined.text': 'The order is drawn when the sale opens. Then you see your place here.',
  'queue.stays': 'You can close this page: your place stays.',
  'queue.drawing': 'The order is being drawn',
  'queue.drawing.text': 'Your place is here in a few seconds.',
  'queue.drawing.away': 'Your place is known by now: this needs the network.',
  'queue.placing': 'You get the next place',
  'queue.placing.text': 'It is here in a second or two.',

  'queue.place': 'Your place',
  'queue.ahead': (p: { n: number; said: string }) =>
    p.n === 0 ? 'You are next.' : p.n === 1 ? '1 person is before you.' : `${p.said} people are before you.`,
  'queue.minutes': (p: { n: number; said: string }) => (p.n <= 1 ? 'About a minute.' : `About ${p.said} minutes.`),
  'queue.paused': 'No one is let in at the moment.',
  'queue.due': 'It may be your turn by now: this needs the network.',
  'queue.line.next':
    'When it is your turn, this page says so, and you choose your seats. Your turn does not run out, but others choose, too.',
  'queue.turn': 'It is your turn',
  'queue.turn.text': 'Choose your seats now. Your turn does not run out, but others choose, too.',
  'queue.choose': 'Choose seats',
  'queue.cart': 'To the seats in your cart',
  'queue.ended': 'Everyone can book now',
  'queue.ended.text': 'The queue of this concert has ended.',
  'queue.none': 'This concert has no queue',
  'queue.none.text': 'Its tickets are sold on its page.',
  'queue.over.text': 'This concert is over or cancelled.',
  'queue.toEvent': 'To the concert',
  'queue.next': 'What happens next',
  'queue.how': 'How the order was made',
  'queue.how.will': 'How the order will be made',
  'queue.estimate': (p: { time: string }) =>
    `An estimate: the server has not answered since ${p.time}, and we count on from there.`,
  'queue.unread': 'The queue could not be read',

  'queue.panel': 'Queue',
  'queue.panel.place': (p: { place: string }) => `You are in the queue, place ${p.place}`,
  'queue.panel.text': 'Tickets of this concert are sold in the order of a queue.',
  'queue.panel.show': 'Show my place',

  'queue.refused.title': 'It is not your turn yet',
  'queue.refused.join':
    'This concert has a queue, and you have no place in it. Your seats stay in your cart, not held.',
  'queue.refused.draw': 'The order of the queue is not drawn yet. Your seats stay in your cart, not held.',
  'queue.refused.wait': (p: { place: string; n: number; said: string }) =>
    `You have place ${p.place}. ${p.n === 0 ? 'The first are let in now.' : `Places up to ${p.said} are let in.`} Your seats stay in your cart, not held.`,
  'queue.refused.show': 'To the queue',

  'queue.failed.offline': 'The server does not answer. Joining needs the network: try again when you have it.',
  'queue.failed.early': 'You cannot join yet. This page says when.',
  'queue.failed.ended': 'The queue has ended: everyone can book now.',
  'queue.failed.closed': 'This concert is not sold now, so there is no queue.',
  'queue.failed.signIn': 'Sign in again, then try once more.',
  'queue.failed': 'That did not work. Try again.',
})
