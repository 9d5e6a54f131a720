/** Hindi counts 0 and 1 alike (CLDR 48, plural rules of hi). */
const rules = new Intl.PluralRules('hi')

/** The word that goes with a number. */
export const plural = (n: number, one: string, other: string): string => (rules.select(n) === 'one' ? one : other)

export const seats = (n: number): string => `${n} ${plural(n, 'सीट', 'सीटें')}`
export const tickets = (n: number): string => `${n} टिकट`
