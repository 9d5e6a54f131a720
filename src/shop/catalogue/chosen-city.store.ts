/** The city somebody chose for the list of concerts, in the browser's local storage: this device's, not an account's. */
const CITY_KEY = 'mehfil.city'

/** Null when none was chosen, or where storage is blocked. */
export function chosenCity(): string | null {
  try {
    return globalThis.localStorage.getItem(CITY_KEY) || null
  } catch {
    return null
  }
}

/** Remembers the city for the next visit; '' is every city and forgets. Signing out forgets it as well. */
export function chooseCity(city: string): void {
  try {
    if (city === '') globalThis.localStorage.removeItem(CITY_KEY)
    else globalThis.localStorage.setItem(CITY_KEY, city)
  } catch {
    // Storage is blocked or full: the city is chosen again next time.
  }
}
