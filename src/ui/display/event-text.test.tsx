import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EventText } from './event-text.tsx'

const html = (text: string): string =>
  renderToStaticMarkup(<EventText text={text} />)
    .replace(/^<div[^>]*>/, '')
    .replace(/<\/div>$/, '')

const ALLOWED = ['p', 'ul', 'ol', 'li', 'strong', 'em', 'a', 'br', 'h3']
const tagsOf = (markup: string): string[] =>
  [...markup.matchAll(/<([a-z0-9]+)/gi)].map(([, tag = '']) => tag.toLowerCase())
const attributesOf = (markup: string): string[] =>
  [...markup.matchAll(/<[a-z0-9]+((?:\s[^>]*)?)>/gi)].flatMap(([, inside = '']) =>
    [...inside.matchAll(/\s([a-z-]+)=/gi)].map(([, name = '']) => name.toLowerCase()),
  )

test('a text of an event has paragraphs, lists, bold, emphasis and links', () => {
  expect(html('One *evening*.\n\n- **Khayal**\n- Thumri\n\n1. First')).toBe(
    '<p>One <em>evening</em>.</p><ul><li><strong>Khayal</strong></li><li>Thumri</li></ul><ol><li>First</li></ol>',
  )
  expect(html('See [the hall](https://hall.example/map).')).toContain(
    '<a href="https://hall.example/map" rel="noopener nofollow" target="_blank" class="link">the hall</a>',
  )
  expect(html('[write](mailto:box@hall.example) or [call](tel:+912212345678)')).toMatch(/mailto:box.*tel:\+91/)
})

test('a text of an event has headings of one size and no identifiers', () => {
  expect(html('# Programme\n\nx\n\n###### Small')).toBe('<h3>Programme</h3><p>x</p><h3>Small</h3>')
})

test.each([
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox)',
  '[x](//evil.example)',
  '[x](/admin)',
  '[x](http://plain.example)',
  '[x](https://user:pass@evil.example)',
  '[x]: javascript:alert(1)\n\n[x]',
  '<javascript:alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
])('a text of an event makes no link of %j', (text) => expect(html(text)).not.toMatch(/<a\b/i))

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '![a](https://evil.example/track.png)',
  '![a](data:image/svg+xml;base64,AAAA "t")',
  '<iframe src="https://evil.example"></iframe>',
  '<svg onload=alert(1)>',
  '<style>*{display:none}</style>',
  '<div style="position:fixed">over everything</div>',
  '`<b>`\n\n```html\n<b>x</b>\n```',
  '| a | b |\n|---|---|\n| <b>1</b> | 2 |',
  '- [ ] a task\n- [x] done',
  'A note[^1]\n\n[^1]: <b>x</b>',
  '> quoted <b>x</b>',
  '---\ntitle: x\n---\n\ntext',
  '<!-- hidden --> seen',
  '<Markdown onClick={() => 1}>x</Markdown>',
  'https://evil.example and <https://evil.example> and a@b.example',
])('a text of an event shows no other element for %j', (text) => {
  const markup = html(text)
  expect(tagsOf(markup).filter((tag) => !ALLOWED.includes(tag))).toEqual([])
  expect(attributesOf(markup).filter((name) => !['href', 'rel', 'target', 'class'].includes(name))).toEqual([])
})

test.each([
  ['nested lists', '- '.repeat(3000)],
  ['nested quotes', '> '.repeat(3000)],
  ['indented lists', Array.from({ length: 100 }, (_, n) => `${' '.repeat(n * 2).slice(0, 58)}- x`).join('\n')],
  ['open brackets', '['.repeat(6000)],
  ['open links', '[a]('.repeat(1500)],
  ['stars', '*'.repeat(6000)],
  ['stars and words', '**a '.repeat(1500)],
  ['underscores', '_a__'.repeat(1500)],
  ['backticks', '`'.repeat(6000)],
  ['tags', '<a'.repeat(3000)],
  ['table signs', '|-'.repeat(3000)],
])('a text of an event draws 6000 signs of %s', (_, text) => {
  const markup = html(text.slice(0, 6000))
  expect(tagsOf(markup).filter((tag) => !ALLOWED.includes(tag))).toEqual([])
})

test('a text of an event shows longer text than an event may have as it was typed', () => {
  for (const sign of ['*', '[', '_a__', '> ']) {
    const text = sign.repeat(100_000 / sign.length)
    expect(html(text)).toBe(text.replaceAll('>', '&gt;'))
  }
})

test('a text of an event has lists in lists, line breaks, and links with words in bold', () => {
  expect(html('1. A\n   - *b*\n\none  \ntwo\n\n[**x**](https://hall.example)')).toBe(
    '<ol><li>A<ul><li><em>b</em></li></ul></li></ol><p>one<br/>two</p>' +
      '<p><a href="https://hall.example/" rel="noopener nofollow" target="_blank" class="link"><strong>x</strong></a></p>',
  )
})

test('a text of an event shows HTML as it was typed, and a picture as its words', () => {
  expect(html('<b>x</b> & ![a *poster*](https://evil.example/p.png)')).toBe(
    '<p>&lt;b&gt;x&lt;/b&gt; &amp; a *poster*</p>',
  )
  expect(html('<div>\n\nx\n\n</div>')).toBe('<p>&lt;div&gt;</p><p>x</p><p>&lt;/div&gt;</p>')
})
