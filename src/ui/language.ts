import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, writeStored } from '#platform/device/stored.ts'
import { signal } from '#platform/observable/observable.ts'
import { setDateLanguage, type DateWords } from '#platform/time/ist.ts'
import { isLanguage, languageFor, type Language } from '#platform/text/language.ts'
import { setMessages, type Messages, type Translation } from './messages/messages.ts'

/** Hindi or Marathi, loaded on demand (docs/decisions/0007-languages.md). */
export interface LanguageModule {
  messages: Translation<Messages>
  dates: DateWords
  files: readonly string[]
}

const load: Record<Exclude<Language, 'en'>, () => Promise<LanguageModule>> = {
  hi: () => import('./messages/hi.ts'),
  mr: () => import('./messages/mr.ts'),
}
const loaded: Partial<Record<Language, LanguageModule>> = {}

let spoken: Language = 'en'

const changes = signal()

export function chosenLanguage(): Language | null {
  const saved = readStored('language')
  return isLanguage(saved) ? saved : null
}

/** The chosen language, else the browser's first that the shop has. index.html has the same rule: change both. */
export const preferredLanguage = (): Language => chosenLanguage() ?? languageFor(navigator.languages)

/** Returns the language of `t`: English in the console and until the preferred one has loaded. */
export const spokenLanguage = (): Language => spoken

export const isLanguageReady = (language: Language): boolean => language === 'en' || loaded[language] !== undefined

/** Fetches a language's module; null for English. Rejects when it is neither stored nor reachable. */
export async function loadLanguage(language: Language): Promise<LanguageModule | null> {
  if (language === 'en') return null
  const found = (loaded[language] ??= await load[language]())
  changes.send()
  return found
}

/** Switches `t` and the dates from the next render on; to English when the module is not loaded. */
export function speak(language: Language): void {
  spoken = isLanguageReady(language) ? language : 'en'
  const module = loaded[spoken]
  setMessages(module?.messages ?? null)
  setDateLanguage(module?.dates ?? null)
}

/** Saves the choice on this device and switches to it. Rejects and changes nothing when it cannot be loaded. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language)
  writeStored('language', language)
  changes.send()
}

/** Returns the language on which this device and the profile last agreed; see reconcileLanguage. */
export function agreedLanguage(): Language | null {
  const agreed = readStored('languageOfProfile')
  return isLanguage(agreed) ? agreed : null
}

export const agreeOnLanguage = (language: Language | null): void => void writeStored('languageOfProfile', language)

const subscribe = (listener: () => void): (() => void) => {
  const stop = changes.subscribe(listener)
  const stopElsewhere = onStoredElsewhere('language', listener)
  return () => {
    stop()
    stopElsewhere()
  }
}

export const usePreferredLanguage = (): Language => useSyncExternalStore(subscribe, preferredLanguage)

export const useLanguageReady = (language: Language): boolean =>
  useSyncExternalStore(subscribe, () => isLanguageReady(language))
