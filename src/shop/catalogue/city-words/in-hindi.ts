/** The brand's typeface has exactly these words; other cities are shown in Latin alone. */
const hindi: Readonly<Record<string, string>> = {
  Mumbai: 'मुंबई',
  Delhi: 'दिल्ली',
  Bangalore: 'बेंगलुरु',
  Chennai: 'चेन्नई',
  Hyderabad: 'हैदराबाद',
  Kolkata: 'कोलकाता',
  Goa: 'गोवा',
}

/** Returns the Hindi name of a city as it is stored, which is `canonicalCity`; null where the typeface has none. */
export const cityInHindi = (city: string): string | null => hindi[city] ?? null
