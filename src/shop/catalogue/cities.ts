export const standardCities = ['Mumbai', 'Delhi', 'Bangalore', 'Chennai', 'Hyderabad', 'Kolkata'] as const

const aliases: Readonly<Record<string, string>> = {
  bengaluru: 'Bangalore',
  bengalooru: 'Bangalore',
  bombay: 'Mumbai',
  calcutta: 'Kolkata',
  'new delhi': 'Delhi',
  madras: 'Chennai',
}

/** The brand font has exactly these words; other cities are shown in Latin only. */
const hindi: Readonly<Record<string, string>> = {
  Mumbai: 'मुंबई',
  Delhi: 'दिल्ली',
  Bangalore: 'बेंगलुरु',
  Chennai: 'चेन्नई',
  Hyderabad: 'हैदराबाद',
  Kolkata: 'कोलकाता',
  Goa: 'गोवा',
}

const tidy = (city: string): string => city.trim().replace(/\s+/g, ' ')

/** Returns the stored name for any known name in any case, else the input with spaces tidied. */
export function canonicalCity(typed: string): string {
  const name = tidy(typed)
  const key = name.toLowerCase()
  return aliases[key] ?? standardCities.find((city) => city.toLowerCase() === key) ?? name
}

export const isSameCity = (a: string, b: string): boolean =>
  canonicalCity(a).toLowerCase() === canonicalCity(b).toLowerCase()

export const cityInHindi = (city: string): string | null => hindi[canonicalCity(city)] ?? null

export function namesOfCity(city: string): string[] {
  const stored = canonicalCity(city)
  const names = [stored.toLowerCase(), ...Object.keys(aliases).filter((alias) => aliases[alias] === stored)]
  return hindi[stored] ? [...names, hindi[stored]] : names
}

/** Returns the standard cities, then others with an upcoming event, by name. */
export function citiesToChoose(events: readonly { city: string }[]): string[] {
  const others = new Map<string, string>()
  for (const { city } of events) {
    const name = canonicalCity(city)
    if (!standardCities.some((standard) => standard === name)) others.set(name.toLowerCase(), name)
  }
  return [...standardCities, ...[...others.values()].sort((a, b) => a.localeCompare(b))]
}
