/** Returns the address that a link may have, or null: only https, mail and telephone. */
export function safeLink(href: unknown): string | null {
  if (typeof href !== 'string') return null
  // Browsers skip these signs in front of and inside a scheme.
  // oxlint-disable-next-line no-control-regex -- they are what this looks for
  const plain = href.replace(/[\u0000-\u0020\u007f-\u009f\u200b-\u200f\u2028-\u202e\ufeff]/g, '')
  if (/^mailto:[^\s?#@]+@[^\s?#@]+$/i.test(plain)) return plain
  if (/^tel:\+?[0-9().-]{3,20}$/i.test(plain)) return plain
  if (!/^https:\/\//i.test(plain)) return null
  try {
    const url = new URL(plain)
    return url.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
  } catch {
    return null
  }
}

/** Returns a text's words without markup, on one line, at most `most` characters: for previews and search engines. */
export function plainText(text: string, most: number): string {
  const words = text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s{0,3}(?:#{1,6}|[-*+]|\d{1,9}[.)]|>)\s+/gm, '')
    .replace(/[*_`]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const signs = [...words]
  if (signs.length <= most) return words
  const cut = signs.slice(0, most - 1).join('')
  return `${cut.replace(/\s+\S*$/, '') || cut}…`
}
