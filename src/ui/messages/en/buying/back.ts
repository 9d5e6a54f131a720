import { addMessages } from '../../known.ts'

export const back = addMessages({
  'back.start': 'Return for refund',
  'back.title': 'Return one ticket for a refund',
  'back.text.offer': 'We offer the seat to the people on the waiting list. It may not sell.',
  'back.text.yours': 'Until it sells it stays yours: its code opens the gate, and you can keep it after all.',
  'back.text.money': 'If it sells, its code stops working and we refund what you paid for it.',
  'back.give': 'Return it',
  'back.giving': 'Returning it...',
  'back.given': 'It is returned.',
  'back.open': 'Returned, and not sold yet. Until it sells it is yours.',
  'back.offered': 'Returned, and offered to a person on the waiting list. Until they have paid it is yours.',
  'back.buying':
    'Another person has paid for it, and we are checking the payment. Until then the gate asks for an ID, and you cannot keep it.',
  'back.keep': 'Keep it after all',
  'back.keeping': 'Keeping it...',
  'back.kept': 'It is yours alone again.',
  'back.sold': (p: { seats: string }) => `${p.seats}: sold to another person. We owe you your money for it.`,
  'back.refund': 'See the refund',
  'back.wasSold': 'You returned this ticket, and it is sold.',
  'back.reason': 'You returned it, and it is sold.',

  'back.failed.offline': 'The server does not answer. This needs the network: try again when you have it.',
  'back.failed.over': 'This concert’s tickets can no longer be returned.',
  'back.failed.in': 'This person is in already.',
  'back.failed.revoked': 'This ticket is no longer valid.',
  'back.failed.received': 'The money belongs to the person who paid: pass the ticket back to them.',
  'back.failed.nothing': 'No money came by UPI for this ticket, so there is none to refund.',
  'back.failed.bought': 'Another person has paid for it already.',
  'back.failed.many': 'This ticket was returned and kept too often. Write to us.',
  'back.failed': 'That did not work. Try again.',
})
