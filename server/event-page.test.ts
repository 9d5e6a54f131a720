import { expect, test } from 'vitest'
import { describeEvent, eventPage, type EventPreview } from './event-page.ts'
import { inlineScriptHashes } from './security-headers.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const html =
  '<!doctype html><html><head><title>Mehfil: concert tickets in India</title><script>theme()</script>' +
  '<meta\n name="description"\n content="Choose your own seat." /></head><body><title>no</title></body></html>'
const event: EventPreview = {
  id: '8a1b6f7e-0000-4000-8000-000000000001',
  singer: 'Meher Qazi',
  city: 'Mumbai',
  venue: 'Saptak Hall',
  date: new Date('2026-12-05T14:00:00Z'),
  cancelled: false,
  from: 150000,
}

test('a preview says where, when and the whole price', () => {
  expect(describeEvent(event, NOW)).toBe(
    'Meher Qazi at Saptak Hall, Mumbai. Sat 5 Dec 2026, 7:30 pm IST. Tickets from ₹1,500, ₹1,800 all in.',
  )
  expect(describeEvent({ ...event, cancelled: true }, NOW)).toBe(
    'Cancelled: Meher Qazi at Saptak Hall, Mumbai. Sat 5 Dec 2026, 7:30 pm IST.',
  )
  expect(describeEvent(event, event.date)).not.toContain('₹')
  expect(describeEvent({ ...event, from: null }, NOW)).not.toContain('₹')
})

test('what staff typed is text, whatever it looks like, and no script changes', () => {
  const odd = { ...event, singer: `"><script>alert(1)</script> $& $1 O'Neill & Söhne` }
  const page = eventPage(html, odd, 'Mehfil', 'https://mehfil.example', NOW)
  const name = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; $&amp; $1 O&#39;Neill &amp; Söhne'
  expect(page).toContain(`<title>${name}, Mumbai · Mehfil</title>`)
  expect(page).toContain(`<meta property="og:title" content="${name}, Mumbai · Mehfil" />`)
  expect(page).toContain(`<meta property="og:url" content="https://mehfil.example/events/${event.id}" />`)
  expect(page).not.toContain('Choose your own seat.')
  expect(page.match(/name="description"/g)).toHaveLength(1)
  expect(inlineScriptHashes(page)).toEqual(inlineScriptHashes(html))
})

test('it speaks the language that is asked for, and names it', () => {
  expect(describeEvent(event, NOW, 'hi')).toBe(
    'Meher Qazi, Saptak Hall, Mumbai। शनि 5 दिसंबर 2026, शाम 7:30 बजे (IST)। टिकट ₹1,500 से, सब मिलाकर ₹1,800।',
  )
  expect(describeEvent({ ...event, cancelled: true }, NOW, 'mr')).toBe(
    'रद्द: Meher Qazi, Saptak Hall, Mumbai. शनि 5 डिसेंबर 2026, सायंकाळी 7:30 (IST).',
  )
  const page = eventPage(`<html class="a" lang="en-IN">${html}`, event, 'Mehfil', 'https://t.in', NOW, 'mr')
  expect(page).toContain('<html class="a" lang="mr-IN">')
  expect(page).toContain('<meta property="og:locale" content="mr_IN" />')
  expect(page).toContain('सर्व मिळून ₹1,800.')
})
