import { addMessages } from '../../known.ts'

export const invitation = addMessages({
  'invitation.title': 'Invitation for staff',
  'invitation.for': (p: { name: string }) => `For ${p.name}`,
  'invitation.loading': 'Reading the invitation...',
  'invitation.unread': 'The invitation could not be read.',
  'invitation.again': 'Try again',

  'invitation.none': 'This link has no invitation',
  'invitation.none.text': 'Open the whole link once more, as it was sent to you, or ask for a new one.',
  'invitation.used': 'This invitation was used',
  'invitation.used.text': 'Someone has accepted it, and it works once. Ask for a new link if that was not you.',
  'invitation.expired': 'This invitation has expired',
  'invitation.revoked': 'This invitation was taken back',
  'invitation.askAgain': 'Ask the person who sent it for a new link.',

  'invitation.by': (p: { name: string; shop: string }) => `${p.name} invites you to work for ${p.shop}.`,
  'invitation.byShop': (p: { shop: string }) => `You are invited to work for ${p.shop}.`,
  'invitation.role': 'Your work',
  'invitation.role.admin': 'Admin',
  'invitation.role.events': 'Concerts',
  'invitation.role.payments': 'Payments',
  'invitation.role.gate': 'Gate',
  'invitation.role.box_office': 'Box office',
  'invitation.gives.admin':
    'You may do everything in the console: events, prices, payments, refunds, people and settings.',
  'invitation.gives.events': 'You look after concerts, halls, guests and messages in the console. You see no money.',
  'invitation.gives.payments':
    'You check payments, and keep the bank, refunds and books in the console. You change no concert.',
  'invitation.gives.gate': 'You scan tickets at the gate. You see the tickets of these events, and nothing else.',
  'invitation.gives.box_office': 'You sell tickets at the box office of these events, and see nothing else.',
  'invitation.events': 'Where',
  'invitation.events.all': 'Every event',
  'invitation.events.none': 'Told to you later',
  'invitation.until': 'Until',
  'invitation.until.none': 'Until staff end it',
  'invitation.valid': (p: { until: string }) => `The link works once, until ${p.until}.`,

  'invitation.account': 'You need an account to accept. Nothing is accepted before you press Accept.',
  'invitation.signIn': 'Sign in',
  'invitation.register': 'Create an account',
  'invitation.as': (p: { email: string }) => `You are signed in as ${p.email}. This account gets the role.`,
  'invitation.other': 'To use another account, sign out in the menu and open the link again.',
  'invitation.accept': 'Accept',
  'invitation.accepting': 'Accepting...',
  'invitation.ignore': 'If you did not expect this, close the page: nothing changes.',

  'invitation.accepted': 'Welcome to the team',
  'invitation.yours': 'You have accepted this invitation.',
  'invitation.open.admin': 'Open the console',
  'invitation.open.events': 'Open the console',
  'invitation.open.payments': 'Open the console',
  'invitation.open.gate': 'Open the scanner',
  'invitation.open.box_office': 'Open the box office',
  'invitation.kept': (p: { role: string }) =>
    `This account can do more already (${p.role}), so nothing was changed. The link still works for the person it is for.`,
  'invitation.notConfirmed':
    'Confirm your email address first: open the link in our mail. Then open this invitation again.',
  'invitation.closed': 'This account was closed by staff.',
  'invitation.failed': 'The invitation was not accepted. Try again.',
})
