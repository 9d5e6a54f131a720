/** The languages of the customer's screens and the gate. */
export const languages = ['en', 'hi', 'mr'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

/** 'hi' for 'hi' and 'hi-IN', 'mr' for 'mr_IN'. */
const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ''

/** Returns the first wanted language (BCP 47 tags, dearest first) that the shop speaks, else English. */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map(primary).find(isLanguage) ?? 'en'
}

/** The document's `lang`. */
export const languageTag = (language: Language): string => `${language}-IN`

/**
 * Returns the language that holds when device and profile differ: the one that changed since they last agreed; the
 * device's where both did. null is 'never chosen'.
 */
export function settleLanguage(known: { chosen: Language | null; saved: Language | null; agreed: Language | null }): {
  adopt: Language | null
  save: Language | null
  agreed: Language | null
} {
  const { chosen, saved, agreed } = known
  if (chosen === saved) return { adopt: null, save: null, agreed: chosen }
  if (chosen === null || (saved !== null && chosen === agreed)) return { adopt: saved, save: null, agreed: saved }
  return { adopt: null, save: chosen, agreed: chosen }
}
