import { addMessages } from '../../known.ts'

/** The self-audit by the Guidelines for Prevention and Regulation of Dark Patterns, 2023, in their order. */
export const fairness = addMessages({
  'fair.title': 'No tricks',
  'fair.lead': (p: { day: string }) =>
    `India’s guidelines of 2023 name thirteen dark patterns that no shop may use. We went through ours on ${p.day} and found this.`,
  'fair.urgency': 'False urgency',
  'fair.urgency.text':
    'The clock at checkout is a real hold: until the time shown no one else gets your seats. The number of tickets left is counted. Nothing else hurries you.',
  'fair.basket': 'Basket sneaking',
  'fair.basket.text': 'The cart has what you put into it, and no donation, insurance or other extra.',
  'fair.shaming': 'Confirm shaming',
  'fair.shaming.text': 'You say no with a plain “Not now” or “Cancel”. No button scolds you for it.',
  'fair.forced': 'Forced action',
  'fair.forced.text':
    'You need an account to buy, because your tickets are kept in it. You need no newsletter, no app and no friends’ addresses.',
  'fair.subscription': 'Subscription trap',
  'fair.subscription.text': 'Nothing renews. You delete your account yourself, in Settings.',
  'fair.interference': 'Interface interference',
  'fair.interference.text':
    'No box that costs money or shares your data is ticked beforehand. No price and no way out is faint or hidden.',
  'fair.bait': 'Bait and switch',
  'fair.bait.text':
    'The price is fixed while your seats are held. If a seat is taken before, we say so before you pay, and sell you no other in its place unless you choose it.',
  'fair.drip': 'Drip pricing',
  'fair.drip.text': 'The all-in price is beside every price. Cart, checkout and your UPI app show the same total.',
  'fair.ads': 'Disguised advertisement',
  'fair.ads.text': 'There is no advertising here, and no place in a list or in the search is for sale.',
  'fair.nagging': 'Nagging',
  'fair.nagging.text':
    'The app is offered beside your tickets; “Not now” ends that on your device. You are asked about notifications only when you press their button, and get marketing mail only after you have ticked it.',
  'fair.question': 'Trick question',
  'fair.question.text': 'A dialog asks one thing, and its buttons say what they do.',
  'fair.billing': 'SaaS billing',
  'fair.billing.text': 'We keep no card and no mandate. You pay each order yourself, in your UPI app.',
  'fair.malware': 'Rogue malware',
  'fair.malware.text':
    'These pages run only the shop’s own code; their rules make the browser refuse any other. Nothing is downloaded unless you press for it.',
  'fair.contact': 'You found one?',
})
