import { addMessages } from '../../known.ts'

export const back = addMessages({
  'back.start': 'Give this one back',
  'back.title': 'Give one ticket back',
  'back.text.offer': 'The seat is offered to the people on the waiting list. We do not promise that it is sold.',
  'back.text.yours':
    'Until another person has paid for it, it stays yours: its code opens the gate, and you can keep it after all.',
  'back.text.money':
    'Once it is sold, the code is void and we owe you your money for it, never more than you paid. My Tickets asks for your UPI id, as for refunds.',
  'back.give': 'Give it back',
  'back.giving': 'Giving it back...',
  'back.given': 'It is given back.',
  'back.open': 'Given back, and not sold yet. It is yours until another person has paid for it.',
  'back.offered': 'Given back, and offered to a person on the waiting list. It is yours until they have paid.',
  'back.buying':
    'Another person has paid for it, and the payment is being checked. Until then the gate asks for an ID, and you cannot keep it.',
  'back.keep': 'Keep it after all',
  'back.keeping': 'Keeping it...',
  'back.kept': 'It is yours alone again.',
  'back.sold': (p: { seats: string }) => `${p.seats}: sold to another person. We owe you your money for it.`,
  'back.refund': 'See the refund',
  'back.wasSold': 'You gave this ticket back, and it is sold.',
  'back.reason': 'You gave it back, and it is sold.',

  'back.failed.offline': 'The server does not answer. This needs the network: try again when you have it.',
  'back.failed.over': 'This concert’s tickets can no longer be given back.',
  'back.failed.in': 'This person is in already.',
  'back.failed.revoked': 'This ticket is no longer valid.',
  'back.failed.received': 'The money is of the person who paid: hand the ticket back to them.',
  'back.failed.nothing': 'No money came by UPI for this ticket, so none could go back.',
  'back.failed.bought': 'Another person has paid for it already.',
  'back.failed.many': 'This ticket was given back and kept too often. Write to us.',
  'back.failed': 'That did not work. Try again.',
})
