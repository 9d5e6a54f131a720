import { expect, test } from 'vitest'
import { fromIst } from '#platform/time/ist.ts'
import { aboutOfRow } from '#shop/catalogue/about/event-about.ts'
import { changedFields } from '../../kit/form/use-form.ts'
import { draftOf, readAbout, type AboutDraft } from './about-draft.ts'

const date = fromIst('2027-01-09', '19:30')
const nothing = aboutOfRow({
  ...{ description: null, line_up: null, listen_url: null, doors_at: null, ends_at: null, minimum_age: null },
  ...{ sung_in: null, rules: null, poster: null, poster_alt: null },
})
const empty = draftOf(nothing, date)
const read = (more: Partial<AboutDraft>) => readAbout({ ...empty, ...more }, date)
const aboutOf = (more: Partial<AboutDraft>) => {
  const result = read(more)
  return 'about' in result ? result.about : result.problems
}

test('what staff write about an event may be nothing', () => expect(read({})).toEqual({ about: nothing }))

test('what staff write about an event ends on the next such time, seconds aside', () => {
  const endsAt = new Date(Date.parse(fromIst('2027-01-09', '22:00')) + 17_000).toISOString()
  expect(draftOf({ ...nothing, endsAt }, date)).toMatchObject({ ends: '22:00', endsDay: '' })
})

test('what staff write about an event has a name a line and languages with commas', () =>
  expect(aboutOf({ lineUp: ' Om Rao \n\nMeera\n', sungIn: 'Hindi, Urdu,' })).toMatchObject({
    lineUp: ['Om Rao', 'Meera'],
    sungIn: ['Hindi', 'Urdu'],
  }))

test.each([
  ['youtube.com/watch?v=a1', 'https://youtube.com/watch?v=a1'],
  [' HTTPS://YouTube.com ', 'https://youtube.com/'],
  ['https://youtube.com/गीत', 'https://youtube.com/%E0%A4%97%E0%A5%80%E0%A4%A4'],
])('what staff write about an event has a link to a recording: %s', (listen, listenUrl) =>
  expect(aboutOf({ listen })).toMatchObject({ listenUrl }),
)

test('what staff write about an event has doors before the start and an end after it', () => {
  expect(aboutOf({ doors: '18:30', ends: '22:00' })).toMatchObject({
    doorsAt: fromIst('2027-01-09', '18:30'),
    endsAt: fromIst('2027-01-09', '22:00'),
  })
  expect(aboutOf({ ends: '01:00' })).toMatchObject({ endsAt: fromIst('2027-01-10', '01:00') })
  const late = fromIst('2027-01-10', '00:30')
  expect(readAbout({ ...empty, doors: '23:00' }, late)).toMatchObject({
    about: { doorsAt: fromIst('2027-01-09', '23:00') },
  })
  expect(aboutOf({ ends: '22:00', endsDay: '2027-01-11' })).toMatchObject({ endsAt: fromIst('2027-01-11', '22:00') })
})

test.each<[keyof AboutDraft, Partial<AboutDraft>]>([
  ['ends', { ends: '22:00', endsDay: '2027-01-08' }],
  ['ends', { ends: '22:00', endsDay: '2027-01-13' }],
  ['doors', { doors: '19:31' }],
  ['ends', { endsDay: '2027-01-10' }],
  ['age', { age: '0' }],
  ['age', { age: '1.5' }],
  ['age', { age: '100' }],
  ['description', { description: 'x'.repeat(6001) }],
  ['rules', { rules: 'x'.repeat(3001) }],
  ['lineUp', { lineUp: 'x\n'.repeat(31) }],
  ['lineUp', { lineUp: 'x'.repeat(121) }],
  ['sungIn', { sungIn: 'x,'.repeat(11) }],
  ['listen', { listen: 'ask us' }],
  ['listen', { listen: 'http://youtube.com/watch' }],
  ['listen', { listen: 'javascript:alert(1)' }],
  ['listen', { listen: 'https://youtube.com@bad.example/' }],
  ['listen', { listen: 'https://localhost/' }],
  ['listen', { listen: `https://youtube.com/${'x'.repeat(300)}` }],
  ['posterAlt', { poster: 'p', posterAlt: ' ' }],
  ['posterAlt', { poster: 'p', posterAlt: 'x'.repeat(301) }],
])('what staff write about an event is refused for its %s: %j', (field, more) =>
  expect(Object.keys((read(more) as { problems: object }).problems)).toEqual([`about.${field}`]),
)

test('what staff write about an event is typed again as it was stored', () => {
  const times = { doors: '18:30', ends: '22:00', endsDay: '2027-01-11' }
  const draft = { ...empty, ...times, age: '12', lineUp: 'A\nB', listen: 'https://a.in/', poster: 'p', posterAlt: 'x' }
  const result = readAbout(draft, date)
  if (!('about' in result)) throw new Error(JSON.stringify(result.problems))
  expect(changedFields(draft, draftOf(result.about, date))).toEqual([])
})

test('what staff write about an event is refused in the order of the form', () => {
  const wrong = { sungIn: 'x'.repeat(41), age: '0', doors: '19:31', description: 'x'.repeat(6001) }
  expect(Object.keys(aboutOf(wrong))).toEqual(['about.description', 'about.doors', 'about.age', 'about.sungIn'])
})
