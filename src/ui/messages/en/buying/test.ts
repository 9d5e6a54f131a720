import { addMessages } from '../../known.ts'

export const test = addMessages({
  'test.word': 'TEST',
  'test.offer': 'Test purchase: not counted, no money',
  'test.order':
    'This is a test purchase: it is not counted, and no money moves. Its seats are free again an hour after it is approved.',
  'test.doNotPay': 'Do not pay. Type any 12 digits and choose any picture.',
  'test.ticket': 'From a test purchase. It does not open the gate.',
  'test.failed': 'That did not work. Try again.',
})
