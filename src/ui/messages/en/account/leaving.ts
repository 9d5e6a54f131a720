import { addMessages } from '../../known.ts'

export const leaving = addMessages({
  'leaving.failed': 'Failed to sign out. Please try again.',
  'leaving.done': 'Signed out',
  'leaving.unsent.question': 'Sign out before everything is sent?',
  'leaving.unsent.text':
    'A payment or a message has not reached us yet. Keep it on this device, and it is sent when you sign in here again. Discard it only if you did not pay.',
  'leaving.unsent.begun': (p: { n: number }) =>
    p.n === 1
      ? 'You began to pay for an order and have not submitted it. Keep it on this device, and you can finish it when you sign in here again. Discard it only if you did not pay.'
      : `You began to pay for ${p.n} orders and have not submitted them. Keep them on this device, and you can finish them when you sign in here again. Discard them only if you did not pay.`,
  'leaving.unsent.scans': (p: { n: number }) =>
    p.n === 1
      ? '1 scan of the gate has not reached the server. If you keep it, it is sent when you open the gate here again. The list of tickets is erased either way.'
      : `${p.n} scans of the gate have not reached the server. If you keep them, they are sent when you open the gate here again. The list of tickets is erased either way.`,
  'leaving.unsent.keep': 'Keep and sign out',
  'leaving.unsent.discard': 'Discard and sign out',
})
