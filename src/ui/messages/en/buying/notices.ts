import { addMessages } from '../../known.ts'

export const notices = addMessages({
  'notice.title': 'Updates',
  'notice.failed': 'Unable to load updates. Please try again.',
  'notice.empty.title': 'No updates yet',
  'notice.empty.text': 'When something changes about your concerts or tickets, you read it here.',
  'notice.new': 'New',
  'notice.unread': (p: { n: number }) => (p.n === 1 ? '1 new update' : `${p.n} new updates`),
  'notice.all': 'All updates',
  'notice.shown': (p: { shown: string; n: string }) =>
    `${p.shown} of ${p.n} ${p.n === '1' ? 'update' : 'updates'} shown`,
  'notice.ofTicket': 'About this ticket',
  'notice.toTicket': 'Show ticket',
  'notice.toConcert': 'Show concert',
  'notice.before': (p: { what: string }) => `Before: ${p.what}`,
  'notice.now': (p: { what: string }) => `Now: ${p.what}`,
  'notice.reason': (p: { reason: string }) => `Reason: ${p.reason}`,
  'notice.cancelled': 'This concert is cancelled',
  'notice.cancelled.owed': (p: { amount: string }) =>
    `You get ${p.amount} back. Your ticket in My Tickets says where it goes.`,
  'notice.moved': 'New date or place',
  'notice.moved.valid': 'Your ticket stays valid.',
  'notice.moved.refund': 'If the new date does not suit you, your ticket says how to get your money back.',
  'notice.onePhone': 'Your ticket works on one phone only',
  'notice.onePhone.text':
    'Open it on the phone that you bring, once, while you are online. Screenshots and paper are checked with an ID.',
  'notice.anyScreen': 'Your ticket works on any screen and on paper again',
  'notice.changed': 'The name of this concert has changed',
  'notice.seats': 'You have other seats',
  'notice.seats.of': (p: { category: string; list: string }) => `${p.category}, ${p.list}`,
  'notice.revoked': 'A ticket is no longer valid',
  'notice.oldCode': 'A code that was handed over was let in',
  'notice.oldCode.gave': (p: { person: string | null; gate: string; when: string }) =>
    `${p.gate}, ${p.when}: a person was let in with your earlier code. ${p.person ?? 'Another person'} has this ticket since you gave it away.`,
  'notice.oldCode.has': (p: { person: string | null; gate: string; when: string }) =>
    `${p.gate}, ${p.when}: a person was let in with the earlier code of ${p.person ?? 'the person who gave you this ticket'}.`,
  'notice.oldCode.text': 'The organiser sees both names. If you are not in, show this to the people at the gate.',
  'notice.owed': (p: { amount: string }) => `You get ${p.amount} back`,
  'notice.order': (p: { code: string }) => `Order ${p.code}`,
  'notice.owed.where': 'My Tickets asks you where it goes.',
  'notice.refunded': (p: { amount: string }) => `${p.amount} was sent back to you`,
  'notice.refunded.cash': (p: { amount: string }) => `${p.amount} was given back to you in cash`,
  'notice.refunded.other': (p: { amount: string }) => `Your refund of ${p.amount} is settled`,
  'notice.refunded.reference': (p: { reference: string }) => `Reference of the transfer: ${p.reference}`,
  'notice.offer': (p: { n: number }) => (p.n === 1 ? 'A seat is offered to you' : `${p.n} seats are offered to you`),
  'notice.offered': (p: { n: number }) =>
    p.n === 1 ? 'A seat was offered to you' : `${p.n} seats were offered to you`,
  'notice.offer.until': (p: { when: string; amount: string }) =>
    `Pay ${p.amount} all in by ${p.when}, from My Tickets.`,
  'notice.offerOver': 'An offer is over',
  'notice.offerOver.waits': 'The seats are gone. You keep your place on the waiting list.',
  'notice.offerOver.again': 'It was not paid in time, and you are off the waiting list. You can join it again.',
  'notice.sold': 'What you gave back is sold',
  'notice.sold.money': (p: { amount: string; code: string }) => `You get ${p.amount} of order ${p.code} back.`,
  'notice.toOffer': 'See the offer',
})
