/** Marathi has one form for 1 and one for everything else, 0 included (CLDR 48, plural rules of mr). */
const rules = new Intl.PluralRules('mr')

/** The word that goes with a number. */
export const plural = (n: number, one: string, other: string): string => (rules.select(n) === 'one' ? one : other)

export const seats = (n: number): string => `${n} ${plural(n, 'सीट', 'सीट्स')}`
export const tickets = (n: number): string => `${n} ${plural(n, 'तिकीट', 'तिकिटे')}`
