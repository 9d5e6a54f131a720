import { addMessages } from '../../known.ts'

/** Notifications of the service worker. */
export const worker = addMessages({
  'worker.tickets.title': 'Your tickets are here',
  'worker.tickets.body': (p: { event: string; n: number }) => (p.n === 1 ? p.event : `${p.event} and ${p.n - 1} more`),
  'worker.sent.title': 'Your payment details have arrived',
  'worker.sent.body': (p: { code: string }) => `Order ${p.code}. Our staff are checking it.`,
})
