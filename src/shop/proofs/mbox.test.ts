import { expect, test } from 'vitest'
import { MboxCutter } from './mbox.ts'

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

/** Cuts a file that comes in chunks of `size` bytes. */
function cut(text: string, size = text.length || 1, most = 1_000): (string | null)[] {
  const mails: (string | null)[] = []
  const cutter = new MboxCutter(most, (mail) => mails.push(mail && String.fromCharCode(...mail)))
  for (let at = 0; at < text.length; at += size) cutter.push(bytes(text.slice(at, at + size)))
  cutter.end()
  return mails
}

const first = 'Subject: One\n\nFrom here on\n>From there\n>>From deep\nno > From\n\n'
const second = 'Subject: Two\r\n\r\nBody\xe9\r\n\r\n'
const file = `From 1@x Mon Nov 30 08:00:00 2026\n${first}From 2@x Mon Nov 30 09:00:00 2026\r\n${second}From 3@x Mon Nov 30 10:00:00 2026\nSubject: Three\n\nlast`

test.each([1, 2, 3, 7, 64, 10_000])('the mails of an mbox file in chunks of %i bytes', (size) => {
  expect(cut(file, size)).toEqual([
    // A sentence is no envelope, also after an empty line.
    first.replace('\n>From there', '\nFrom there').replace('>>From deep', '>From deep'),
    second,
    'Subject: Three\n\nlast',
  ])
})

test('a mail that is too long is counted and not kept, also when it is one endless line', () => {
  const long = `From a 10:00\nSubject: x\n\n${'y'.repeat(2_000)}\n\nFrom b 10:00\nSubject: z\n\nshort\n`
  for (const size of [1, 100, 10_000]) expect(cut(long, size)).toEqual([null, 'Subject: z\n\nshort\n'])
  expect(cut(`From a 10:00\n\n${'y'.repeat(5_000)}`, 700)).toEqual([null])
})

test('what is no mbox file has no mails', () => {
  expect(cut('')).toEqual([])
  expect(cut('Subject: x\n\nFrom the start it is a mail alone, not a file of mails')).toEqual([])
})
