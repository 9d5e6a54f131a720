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

/** Switches texts and dates to the preferred language, English in the console. Fetches again when back online. */
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

/** Calls `draw` once the language has loaded or failed to load (the page is in English then). */
export function withLanguage(draw: () => void): void {
  const language = preferredLanguage()
  if (isLanguageReady(language)) draw()
  else loadLanguage(language).then(draw, draw)
}
