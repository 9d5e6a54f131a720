/** The languages of the customer's screens and of the gate. The console is in English. */
export const languages = ['en', 'hi', 'mr'] as const
export type Language = (typeof languages)[number]

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)

/** What a browser says of a language it wants: 'hi', 'hi-IN', 'mr_IN'. */
const primary = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? ''

/** The first wanted language (BCP 47 tags, dearest first) that the shop speaks; English when it speaks none of them. */
export function languageFor(wanted: readonly string[]): Language {
  return wanted.map(primary).find(isLanguage) ?? 'en'
}

/** The document's `lang`: the language as it is written in India. */
export const languageTag = (language: Language): string => `${language}-IN`

/**
 * Which language holds when a device and its person's profile differ: the one that changed since they last agreed, and
 * the device's where both did, because that choice was made in front of us. null is 'never chosen'.
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
