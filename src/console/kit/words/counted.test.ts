import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { alsoMailed, peopleText } from '../../announcements/announcement-words.ts'
import { ticketsText } from '../../box-office/box-office-words.ts'
import { salesText } from '../../box-office/till/book-rows.ts'
import { concernsWhom } from '#console/events/edit/concerns-dialog.tsx'
import { ageText } from '../../live/live-words.ts'
import { arrivalsText } from '../../shell/notices.ts'
import { counted, plural, signed } from './counted.ts'

test.each<[string, (n: number) => string, string, string, string, string]>([
  ['a noun', (n) => counted(n, 'seat'), '0 seats', '1 seat', '2 seats', '1,000 seats'],
  ['its own plural', (n) => counted(n, 'person', 'people'), '0 people', '1 person', '2 people', '1,000 people'],
  ['a verb', (n) => plural(n, 'is', 'are'), 'are', 'is', 'are', 'are'],
  ['people', peopleText, '0 people', '1 person', '2 people', '1,000 people'],
  ['tickets', ticketsText, '0 tickets', '1 ticket', '2 tickets', '1,000 tickets'],
  ['sales', salesText, '0 sales', '1 sale', '2 sales', '1,000 sales'],
  ['an age', (n) => ageText(n * 1_000), '0 seconds', '1 second', '2 seconds', '16 minutes'],
  ['arrivals', arrivalsText, '0 payments arrived', 'A payment arrived', '2 payments arrived', '1,000 payments arrived'],
  [
    'mails',
    (mails) => alsoMailed({ people: mails, mails, unreached: 0 }, true),
    '0 also get a mail.',
    '1 also gets a mail.',
    '2 also get a mail.',
    '1,000 also get a mail.',
  ],
  [
    'whom a change concerns',
    (n) => concernsWhom({ will: [], tickets: n, people: n, pending: 0, held: 0, mails: 0 } as never) ?? '',
    '',
    '1 ticket, of 1 person',
    '2 tickets, of 2 people',
    '1,000 tickets, of 1,000 people',
  ],
])('%s after 0, 1, 2 and 1,000', (_name, says, none, one, two, many) => {
  expect([0, 1, 2, 1_000].map(says)).toEqual([none, one, two, many])
})

test('an amount below nothing has a minus, and one above it a plus where it goes in and out', () => {
  expect([500_00, 0, -200_00].map((paise) => signed(paise))).toEqual(['₹500.00', '₹0.00', '− ₹200.00'])
  expect([500_00, -200_00].map((paise) => signed(paise, '+ '))).toEqual(['+ ₹500.00', '− ₹200.00'])
})

test('no sentence of the console writes the plural after a number by itself', () => {
  const folder = fileURLToPath(new URL('../../', import.meta.url))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  )
  expect(files.length).toBeGreaterThan(100)
  const number = String.raw`\bcount\([^()]*(?:\([^()]*\)[^()]*)*\)\}? [a-z]+s\b(?! a )`
  const bare = String.raw`\{[\w.]*(?:\.length|\.size|\bn|[cC]ount)\} [a-z]+s\b`
  const found = files.flatMap((name) =>
    readFileSync(folder + name, 'utf8')
      .split('\n')
      .filter((line) => new RegExp(`${number}|${bare}|=== 1 \\? '1 `).test(line))
      .filter((line) => !/ as a test/.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
