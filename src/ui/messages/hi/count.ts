/** Hindi counts 0 and 1 alike (CLDR 48). */
const isOne = (n: number): boolean => n === 0 || n === 1

/** Avoids Intl.PluralRules, whose tables a slow phone would load before it draws. */
export const plural = (n: number, one: string, other: string): string => (isOne(n) ? one : other)

export const seats = (n: number): string => `${n} ${plural(n, 'सीट', 'सीटें')}`
export const tickets = (n: number): string => `${n} टिकट`
