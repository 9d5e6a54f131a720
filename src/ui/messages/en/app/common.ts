import { addMessages } from '../../known.ts'

export const common = addMessages({
  'common.ago.now': 'just now',
  'common.ago.minutes': (p: { n: number }) => `${p.n} min ago`,
  'common.ago.hours': (p: { n: number }) => `${p.n} h ago`,
  'common.ago.days': (p: { n: number }) => (p.n === 1 ? 'yesterday' : `${p.n} days ago`),
  'common.allIn': (p: { amount: string }) => `${p.amount} all in`,
  'common.cancel': 'Cancel',
  'common.city': (p: { name: string }) => p.name,
  'common.close': 'Close',
  'common.copy': 'Copy',
  'common.formSummary': (p: { n: number }) =>
    p.n === 1 ? 'One thing needs your attention' : `${p.n} things need your attention`,
  'common.free': 'Free',
  'common.from': (p: { amount: string }) => `from ${p.amount}`,
  'common.othersFrom': (p: { amount: string }) => `others from ${p.amount}`,
  'common.loading': 'Loading…',
  'common.more': (p: { name: string }) => `More: ${p.name}`,
  'common.remove': (p: { name: string }) => `Remove ${p.name}`,
  'common.standing': (p: { n: number }) => (p.n === 1 ? 'Standing, 1 person' : `Standing, ${p.n} people`),
  'common.tryAgain': 'Try Again',
  'common.undo': 'Undo',
  'common.noAnswer': 'The shop is not responding. Check your connection; we keep trying.',
  'common.failed.device':
    'This device’s storage is full or does not respond. Free some space or reload the page, then try again.',
  'common.failed.shop': 'The shop has a problem right now. Wait a moment and try again.',
  'seats.title': 'Select Your Seats',
  'seats.standing.title': 'How many people?',
  'layout.title': 'Seating layout',
  'app.calendar.estimate': 'The end is an estimate.',
})
