import { addMessages } from '../../known.ts'

export const give = addMessages({
  'give.start': 'Pass on',
  'give.title': 'Pass on one ticket',
  'give.name': 'Who is it for? (optional)',
  'give.name.hint': 'The gate shows this name. It can be changed when the ticket is taken.',
  'give.text': 'You get a link. The first to open it gets the ticket, and your code stops working then.',
  'give.make': 'Make the link',
  'give.making': 'Making the link...',
  'give.ready': 'Send the link, or let them scan it',
  'give.qr': 'Code for their phone: it opens the link',
  'give.until': (p: { day: string; time: string }) => `It can be opened once, until ${p.day}, ${p.time}.`,
  'give.whatsapp': 'Send on WhatsApp',
  'give.share': 'Share…',
  'give.copy': 'Copy the link',
  'give.copied': 'Link copied.',
  'give.notCopied': 'The link could not be copied.',
  'give.message': (p: { singer: string; when: string; seats: string; url: string }) =>
    `Your ticket for ${p.singer}, ${p.when}: ${p.seats}. Open it on the phone that you bring: ${p.url}`,
  'give.done': 'Done',

  'give.open': (p: { name: string | null }) =>
    p.name
      ? `Waiting for ${p.name} to open the link. Until then the ticket is yours.`
      : 'Waiting for the link to be opened. Until then the ticket is yours.',
  'give.again': 'New link',
  'give.takeBack': 'Take it back',
  'give.takingBack': 'Taking it back...',
  'give.tookBack': 'It is yours alone again.',
  'give.gone': (p: { seats: string; name: string | null }) =>
    p.name ? `${p.seats}: ${p.name} has it.` : `${p.seats}: passed on.`,
  'give.allGone': 'You passed all of this ticket on. Its new holders show their own codes at the gate.',

  'give.oldCode': (p: { when: string }) =>
    `An earlier code of this ticket was let in: ${p.when}. If that was not you, show this to the people at the gate.`,

  'give.failed.over': 'This concert’s tickets can no longer be passed on.',
  'give.failed.in': 'This person is in already.',
  'give.failed.soon': (p: { day: string; time: string }) =>
    `A new link was made for this ticket. It can be passed on from ${p.day}, ${p.time}.`,
  'give.failed.link':
    'The link of this ticket was opened late, so it cannot be passed on. Ask the organiser for a new link.',
  'give.failed.revoked': 'This ticket is no longer valid.',
  'give.failed.accepted': 'The link has been opened already.',
  'give.failed.many': 'Too many links were made for this ticket. Write to us.',
  'give.failed.offline': 'This needs the network once.',
  'give.failed': 'That did not work. Try again.',

  'give.link.from': (p: { name: string }) => `${p.name} passes this ticket on to you.`,
  'give.link.text':
    'Take it on the phone that you bring to the gate: there it opens without a network. The sender’s code stops working then.',
  'give.link.name': 'Your name, for the gate (optional)',
  'give.link.take': 'Take it on this phone',
  'give.link.account': 'Take it into my account',
  'give.link.accountOf': (p: { name: string }) => `You are signed in as ${p.name}.`,
  'give.link.signIn': 'Sign in to have it in your account, on every phone of yours.',
  'give.link.taking': 'Taking it...',
  'give.link.used': 'This ticket was taken already',
  'give.link.used.text': 'Another phone opened the link first. If that was not you, ask who sent it.',
  'give.link.back': 'This link gives no ticket any more',
  'give.link.back.text': 'The sender took the ticket back, or sent a newer link.',
  'give.link.own': 'This is your own ticket. Send the link to the person who gets it.',

  'bound.text':
    'This ticket works on one phone only. Set it up now, on the phone that you bring, while you are online.',
  'bound.show': 'Show it on this phone',
  'bound.showAgain': 'Show it on this phone instead',
  'bound.showing': 'Getting the code...',
  'bound.elsewhere':
    'Another phone shows this ticket. You can move it here; the other one then shows nothing, and the gate sees that it moved.',
  'bound.elsewhereSince': (p: { day: string; time: string }) =>
    `Another phone shows this ticket since ${p.day}, ${p.time}. You can move it here; the gate sees that it moved.`,
  'bound.changes': (p: { seconds: number }) =>
    `The code changes every ${p.seconds} seconds: a screenshot does not open the gate.`,
  'bound.noKey':
    'This browser cannot keep the key of a ticket. Open the shop in another browser or without a private window. Otherwise print the ticket and bring an ID: the gate will look at both.',
  'bound.onPaper': 'The gate asks for an ID with a code on paper.',
  'bound.paper': 'This ticket’s code is on a phone. On paper bring an ID: the gate finds you by name.',
})
