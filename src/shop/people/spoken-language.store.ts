import { isLanguage, type Language } from '#platform/text/language.ts'
import { table } from '#shop/device/store.ts'

/** In `meta`: the worker has no localStorage. */
const SPOKEN_KEY = 'language'

export async function noteSpokenLanguage(language: Language): Promise<void> {
  await (await table('meta')).put({ key: SPOKEN_KEY, value: language })
}

export async function spokenLanguageNoted(): Promise<Language> {
  const row = await (await table('meta')).get(SPOKEN_KEY)
  return isLanguage(row?.value) ? row.value : 'en'
}
