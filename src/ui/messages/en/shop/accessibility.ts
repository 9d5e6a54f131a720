import { addMessages } from '../../known.ts'

/** The accessibility statement. A line end separates two paragraphs. */
export const accessibility = addMessages({
  'access.title': 'Accessibility',
  'access.lead': (p: { day: string }) =>
    `Everyone should be able to choose a place, pay and come in. We work to WCAG 2.2, level AA. Last checked on ${p.day}.`,
  'access.works': 'What works',
  'access.works.text':
    'The pages work with a keyboard alone, in light and dark, and with letters twice as large. Each has headings, and every field and button has a name.\nSeats can be chosen from a list instead of the map.\nColour is never the only sign.',
  'access.checked': 'How we check',
  'access.checked.text':
    'A program examines the pages on a phone and on a computer, in light and dark, and goes through a purchase with the keyboard. The contrast of every text with its ground is computed.',
  'access.missing': 'What is missing',
  'access.missing.text':
    'No one who uses a screen reader every day has tested the shop yet. What posters show is described by the organisers in their words. Your UPI app is not ours: you can copy the UPI ID and the amount into any.',
  'access.hall': 'In the hall',
  'access.hall.text':
    'Wheelchair spaces are marked on the map and in the list, where a hall has them; the seat beside one is kept for a companion. Write to us before you book if you need other help at the concert.',
  'access.contact': 'Something keeps you out?',
  'access.contact.text': 'Tell us on which page and on which device.',
})
