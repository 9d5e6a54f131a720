/**
 * Grouped by hand: the first Intl.NumberFormat of a page has the browser load its tables, a fifth of a second on a slow
 * phone before anything is drawn. The test of format.ts compares the two.
 */

/** '1,25,000.50' of digits with or without decimals: the last three, then pairs. */
export const grouped = (digits: string): string => digits.replace(/\d(?=(\d\d)+\d(\.|$))/g, '$&,')

/** '₹1,500' from paise; paise are shown only where there are any: '₹1,090.82'. */
export const rupees = (paise: number): string => `₹${grouped((paise / 100).toFixed(paise % 100 === 0 ? 0 : 2))}`

/** '₹4,690.82' from paise, always with two decimals: what is charged. */
export const exactRupees = (paise: number): string => `₹${grouped((paise / 100).toFixed(2))}`
