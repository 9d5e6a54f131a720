import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { languageTag, type Language } from '#platform/text/language.ts'
import {
  isLanguageReady,
  loadLanguage,
  speak,
  preferredLanguage,
  useLanguageReady,
  usePreferredLanguage,
} from '#ui/language.ts'
import { isConsolePath } from '#ui/paths.ts'

/**
 * Switches texts and dates to the preferred language, English in the console, and renders again when it changes. A
 * language that cannot be fetched is fetched when the network is back.
 */
export function useSpokenLanguage(): Language {
  const { pathname } = useLocation()
  const preferred = usePreferredLanguage()
  const ready = useLanguageReady(preferred)
  const spoken = !ready || isConsolePath(pathname) ? 'en' : preferred
  // In render, because children call `t` while they render.
  speak(spoken)
  useLayoutEffect(() => {
    document.documentElement.lang = languageTag(spoken)
  }, [spoken])
  useEffect(() => {
    if (isLanguageReady(preferred)) return
    const load = (): void => void loadLanguage(preferred).catch(() => undefined)
    load()
    addEventListener('online', load)
    return () => removeEventListener('online', load)
  }, [preferred])
  return spoken
}

/** Calls `draw` when the language is loaded, or could not be: the page speaks English then. */
export function withLanguage(draw: () => void): void {
  const language = preferredLanguage()
  if (isLanguageReady(language)) draw()
  else loadLanguage(language).then(draw, draw)
}
