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
 * Has everything below speak the preferred language, and names it on the document; the console speaks English. Renders
 * again whenever that changes. A language that could not be fetched is asked for again when there is a network.
 */
export function useSpokenLanguage(): Language {
  const { pathname } = useLocation()
  const preferred = usePreferredLanguage()
  const ready = useLanguageReady(preferred)
  const spoken = !ready || isConsolePath(pathname) ? 'en' : preferred
  // Before what is below is drawn, because it asks `t` while it is being drawn.
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

/**
 * Draws once the language is here: until then the page keeps its frame, and where it cannot be had it speaks English
 * meanwhile. English is always here: nothing waits.
 */
export function withLanguage(draw: () => void): void {
  const language = preferredLanguage()
  if (isLanguageReady(language)) draw()
  else loadLanguage(language).then(draw, draw)
}
