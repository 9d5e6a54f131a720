import { useSyncExternalStore } from 'react'
import { onStoredElsewhere, readStored, writeStored } from '#platform/device/stored.ts'
import { signal } from '#platform/observable/observable.ts'
import { speakDates, type DateWords } from '#platform/time/ist.ts'
import { isLanguage, languageFor, type Language } from '#platform/text/language.ts'
import { speakMessages, type Messages, type Translation } from './messages/messages.ts'

/**
 * The language of the shop and the gate. English is part of the code; Hindi and Marathi are one module each, loaded when
 * they are wanted and kept for offline by platform/device/cache/language-files.ts. index.html puts the `lang` of the
 * first paint by the same rule as `preferredLanguage`; keep the two alike.
 */
export interface LanguageModule {
  messages: Translation<Messages>
  dates: DateWords
  /** What has to be on the device for the language to work with no network: the module's own file and its typeface. */
  files: readonly string[]
}

const load: Record<Exclude<Language, 'en'>, () => Promise<LanguageModule>> = {
  hi: () => import('./messages/hi.ts'),
  mr: () => import('./messages/mr.ts'),
}
const loaded: Partial<Record<Language, LanguageModule>> = {}

let spoken: Language = 'en'

const changes = signal()

/** What somebody chose on this device; null when nobody did. */
export function chosenLanguage(): Language | null {
  const saved = readStored('language')
  return isLanguage(saved) ? saved : null
}

/** What was chosen, else the first of the browser's languages that the shop speaks. */
export const preferredLanguage = (): Language => chosenLanguage() ?? languageFor(navigator.languages)

/** What `t` speaks now: the preferred language, except in the console and until its module has come. */
export const spokenLanguage = (): Language => spoken

export const isLanguageReady = (language: Language): boolean => language === 'en' || loaded[language] !== undefined

/** Fetches a language's module; null for English, which needs none. Rejects when it is neither here nor reachable. */
export async function loadLanguage(language: Language): Promise<LanguageModule | null> {
  if (language === 'en') return null
  const found = (loaded[language] ??= await load[language]())
  changes.send()
  return found
}

/** Has `t` and the dates speak a language; English when its module is not here. What is drawn next says it. */
export function speak(language: Language): void {
  spoken = isLanguageReady(language) ? language : 'en'
  const module = loaded[spoken]
  speakMessages(module?.messages ?? null)
  speakDates(module?.dates ?? null)
}

/** Remembers a choice on this device and switches to it at once. Rejects, and changes nothing, when it cannot be had. */
export async function chooseLanguage(language: Language): Promise<void> {
  await loadLanguage(language)
  writeStored('language', language)
  changes.send()
}

/** The choice on which this device and the profile last agreed; see settleLanguage. */
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

/** The preferred language; re-renders when it changes, here or in another tab. */
export const usePreferredLanguage = (): Language => useSyncExternalStore(subscribe, preferredLanguage)

/** Whether a language's module is here; re-renders when it comes. */
export const useLanguageReady = (language: Language): boolean =>
  useSyncExternalStore(subscribe, () => isLanguageReady(language))
