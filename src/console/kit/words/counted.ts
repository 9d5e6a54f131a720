import { count, exactRupees } from '#ui/format.ts'

const rules = new Intl.PluralRules('en')

/** Returns the word for a number of things: 'is' for 1, 'are' for 0 and 2. */
export const plural = (n: number, one: string, other: string): string => (rules.select(n) === 'one' ? one : other)

/** Returns a number and its things: '1 seat', '0 seats', '1,000 people' with their own plural. */
export const counted = (n: number, one: string, other = `${one}s`): string => `${count(n)} ${plural(n, one, other)}`

/** Returns '₹1,180.00', and '− ₹1,180.00' for less than nothing; `plus` comes before what is not less. */
export const signed = (paise: number, plus = ''): string => `${paise < 0 ? '' : plus}${exactRupees(paise)}`
