import { expect, test } from 'vitest'
import { plainText, safeLink } from './event-text.ts'

test.each([
  ['https://hall.example/a?b=c', 'https://hall.example/a?b=c'],
  [' https://hall.example', 'https://hall.example/'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['tel:+91-22-1234567', 'tel:+91-22-1234567'],
])('%j is a link', (href, link) => expect(safeLink(href)).toBe(link))

test.each([
  'http://x.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,x',
  'mailto:a@b.example?bcc=c@d.example',
  'tel:*#06#',
  'https://a:b@c.example',
  'https://',
  '//x.example',
  '#top',
  null,
])('%j is none', (href) => expect(safeLink(href)).toBeNull())

test('plain text has the words alone', () => {
  expect(plainText('# An **evening**\n\n- of [khayal](https://x.example)\n- ![a](b) thumri', 200)).toBe(
    'An evening of khayal a thumri',
  )
  expect(plainText('one two three four', 10)).toBe('one two…')
  expect(plainText('🎵🎵🎵', 2)).toBe('🎵…')
})
