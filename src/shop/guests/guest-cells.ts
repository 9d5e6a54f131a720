/** What one cell of a guest list can be. */

/** Returns a cell without the apostrophe that keeps a spreadsheet from reading it as a formula. */
export const clean = (cell: string | undefined): string =>
  (cell ?? '')
    .normalize('NFC')
    .replace(/^'(?=[=+\-@])/, '')
    .trim()

/** Folds a heading: 'No. of Tickets' → 'no of tickets' */
export const plainText = (text: string): string =>
  clean(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()

/** Returns true for '2', '2.0', '2 nos' */
export const isNumber = (text: string): boolean => /^\d{1,4}(\.0+)?(\s*\p{L}+)?$/u.test(text)
export const isPhone = (text: string): boolean =>
  /^\+?[\d\s().-]{7,20}$/.test(text) && text.replace(/\D/g, '').length >= 7

/** Says which of the zones a cell names: 'Silver', 'SILVER ticket', '2 x Silver'; -1 for none or several. */
export function zoneOf(cell: string, zones: readonly string[]): number {
  const text = plainText(cell)
  const names = zones.map(plainText)
  const exact = names.indexOf(text)
  if (exact >= 0 || text === '') return exact
  const within = names.flatMap((name, at) => (name !== '' && ` ${text} `.includes(` ${name} `) ? [at] : []))
  // 'Gold Circle' names both 'Gold' and 'Gold Circle': the longer one holds the other.
  const longest = within.filter((at) => within.every((other) => ` ${names[at]} `.includes(` ${names[other]} `)))
  return longest.length === 1 ? longest[0]! : -1
}
