import { addMessages } from '../../known.ts'

export const sale = addMessages({
  'sale.from': (p: { when: string }) => `Tickets from ${p.when}`,
  'sale.from.text': 'The sale opens on this page by itself, at that moment.',
  'sale.remind': 'Remind me',
  'sale.remind.link': 'Add to Google Calendar',
  'sale.remind.title': (p: { singer: string; city: string }) => `Tickets: ${p.singer}, ${p.city}`,
  'sale.remind.note': (p: { when: string }) => `The sale opens ${p.when}, India time.`,
  'sale.paused': 'Sale paused for the moment',
  'sale.paused.text':
    'No new tickets are sold right now. If seats are held for you at checkout, you can still pay for them.',
  'sale.notYet': 'Tickets are not on sale yet.',
  'sale.ended': 'The sale of tickets has ended.',
  'sale.ended.category': 'Sale ended',
  'sale.phase.until': (p: { name: string; when: string }) => `${p.name} until ${p.when}`,
  'sale.phase.left': (p: { n: string }) => `${p.n} left at this price`,
  'sale.phase.after': (p: { amount: string }) => `${p.amount} after that`,

  'preview.title': 'Preview',
  'preview.note': 'This concert is not published yet. Only people with this link see it. Nothing can be bought here.',
  'preview.gone': 'This link no longer shows a concert',
  'preview.gone.text': 'The concert may be published by now, or the link has ended. Ask the organiser.',
})
