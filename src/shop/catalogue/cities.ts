/** Cities: the six the shop always lists, other names for them, and how they are written in Hindi. */

export const standardCities = ['Mumbai', 'Delhi', 'Bangalore', 'Chennai', 'Hyderabad', 'Kolkata'] as const

/** What else people call a city, lower case, and the name it is stored under. */
const aliases: Readonly<Record<string, string>> = {
  bengaluru: 'Bangalore',
  bengalooru: 'Bangalore',
  bombay: 'Mumbai',
  calcutta: 'Kolkata',
  'new delhi': 'Delhi',
  madras: 'Chennai',
}

/** The brand font is cut for exactly these words; a city that is not here is shown in Latin alone. */
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

/** The stored name: a standard city by any of its names and in any case, else what was typed with spaces tidied. */
export function canonicalCity(typed: string): string {
  const name = tidy(typed)
  const key = name.toLowerCase()
  return aliases[key] ?? standardCities.find((city) => city.toLowerCase() === key) ?? name
}

export const isSameCity = (a: string, b: string): boolean =>
  canonicalCity(a).toLowerCase() === canonicalCity(b).toLowerCase()

export const cityInHindi = (city: string): string | null => hindi[canonicalCity(city)] ?? null

/** What people call a city: its own name and its aliases in lower case, and its Hindi name. */
export function namesOfCity(city: string): string[] {
  const stored = canonicalCity(city)
  const names = [stored.toLowerCase(), ...Object.keys(aliases).filter((alias) => aliases[alias] === stored)]
  return hindi[stored] ? [...names, hindi[stored]] : names
}

/** The six, then every other city with an upcoming event, by name. */
export function citiesToChoose(events: readonly { city: string }[]): string[] {
  const others = new Map<string, string>()
  for (const { city } of events) {
    const name = canonicalCity(city)
    if (!standardCities.some((standard) => standard === name)) others.set(name.toLowerCase(), name)
  }
  return [...standardCities, ...[...others.values()].sort((a, b) => a.localeCompare(b))]
}
