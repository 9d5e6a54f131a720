// Groups by hand: a page's first Intl.NumberFormat loads tables, 0.2 s on a slow phone before anything is drawn.

/** Returns '1,25,000.50' from digits with or without decimals. */
export const grouped = (digits: string): string => digits.replace(/\d(?=(\d\d)+\d(\.|$))/g, '$&,')

/** Returns '₹1,500' from paise; '₹1,090.82' when there are odd paise. */
export const rupees = (paise: number): string => `₹${grouped((paise / 100).toFixed(paise % 100 === 0 ? 0 : 2))}`

/** Returns '₹4,690.82' from paise, or '− ₹0.41', always with two decimals: for charged amounts. */
export const exactRupees = (paise: number): string =>
  `${paise < 0 ? '− ' : ''}₹${grouped((Math.abs(paise) / 100).toFixed(2))}`
