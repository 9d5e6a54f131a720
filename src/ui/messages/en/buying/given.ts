import { addMessages } from '../../known.ts'

export const given = addMessages({
  'given.title': 'A ticket for you',
  'given.loading': 'Reading the link...',
  'given.unread': 'The link could not be read.',
  'given.offline': 'Opening a ticket needs the network once. After that the ticket opens without it.',
  'given.again': 'Try again',
  'given.event': 'Concert',
  'given.where': 'Where',
  'given.when': 'When',
  'given.for': 'For',
  'given.moved': (p: { day: string }) => `New date. It was ${p.day}.`,
  'given.once':
    'The link opens once, on one device. Press the button on the phone that you bring to the gate: the ticket stays there, and opens without a network.',
  'given.noAccount': 'You need no account, and an account on this phone stays as it is.',
  'given.open': 'Open this ticket on this phone',
  'given.opening': 'Opening...',
  'given.failed': 'The ticket was not opened. Try again: this phone may repeat it.',
  'given.notKept': 'This phone could not save the ticket. Make room, then try again.',

  'given.none': 'This link has no ticket',
  'given.none.text': 'Open the whole link once more, as it was sent to you. A new link ends the one before it.',
  'given.used': 'This ticket was opened already',
  'given.used.text':
    'It is on the device that opened it first, and the link works once. If that was not you, ask the organiser for a new link.',
  'given.revoked': 'This ticket was taken back',
  'given.revoked.text': 'It no longer opens the gate. Ask the organiser who sent it to you.',
  'given.over': 'This concert is over',
  'given.cancelled': 'This concert was cancelled',
  'given.over.text': 'The ticket is no longer needed.',
  'given.moneyBack': (p: { code: string }) => `Ask for your money at the box office, with order ${p.code}.`,

  'given.takenOver': (p: { day: string; time: string }) => `Taken over on ${p.day}, ${p.time}.`,
  'given.takenOver.text':
    'The organiser made a new link, and this ticket is for the phone that opens it. If that was not you, tell the organiser now: until a day later it cannot be given away.',

  'given.kept': 'This ticket is on this phone',
  'given.kept.text': 'It opens without a network, and stays when you sign in or out.',
  'given.show': 'Show ticket',
  'given.mine': 'Tickets given to you',
  'given.mine.text': 'They are on this device, not in an account.',
  'given.signIn': 'Sign in to see the tickets that you bought.',
  'given.signIn.action': 'Sign in',
})
