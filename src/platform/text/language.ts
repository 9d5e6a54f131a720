/** The languages of the customer's screens and the gate. */
export const languages = ['en', 'hi', 'mr'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ''

/** Returns the first wanted language (BCP 47 tags, preferred first) that the shop has, else English. */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map(primary).find(isLanguage) ?? 'en'
}

export const languageTag = (language: Language): string => `${language}-IN`

/** Picks the language that changed since device and profile agreed; the device's if both did. null: never chosen. */
export function reconcileLanguage(known: {
  chosen: Language | null
  saved: Language | null
  agreed: Language | null
}): {
  adopt: Language | null
  save: Language | null
  agreed: Language | null
} {
  const { chosen, saved, agreed } = known
  if (chosen === saved) return { adopt: null, save: null, agreed: chosen }
  if (chosen === null || (saved !== null && chosen === agreed)) return { adopt: saved, save: null, agreed: saved }
  return { adopt: null, save: chosen, agreed: chosen }
}
