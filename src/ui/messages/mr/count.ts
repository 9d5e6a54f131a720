/** Marathi has one form for 1 and one for all else, 0 included (CLDR 48). */
const isOne = (n: number): boolean => n === 1

/** Avoids Intl.PluralRules, whose tables a slow phone would load before it draws. */
export const plural = (n: number, one: string, other: string): string => (isOne(n) ? one : other)

export const seats = (n: number): string => `${n} ${plural(n, 'सीट', 'सीट्स')}`
export const tickets = (n: number): string => `${n} ${plural(n, 'तिकीट', 'तिकिटे')}`
