import { useEffect } from 'react'
import { settleLanguage } from '#domain/language.ts'
import { keepLanguage } from '#offline/language-files.ts'
import { saveProfile, watchMyProfile } from '#offline/profile.ts'
import { noteSpokenLanguage } from '#offline/spoken-language.ts'
import {
  agreedLanguage,
  agreeOnLanguage,
  chooseLanguage,
  chosenLanguage,
  loadLanguage,
  usePreferredLanguage,
} from '#ui/language.ts'
import { useWatched } from '#ui/use-watched.ts'

/**
 * Keeps the language in use on the device, for pages and for the worker's notifications, and the choice in step with the
 * profile of whoever is signed in. What fails is done at the next start, or when there is a network again.
 */
export function LanguageKeeper() {
  const preferred = usePreferredLanguage()
  const profile = useWatched(watchMyProfile, []).value
  const saved = profile?.language ?? null
  const signedIn = profile !== null && profile !== undefined

  useEffect(() => {
    const keep = async (): Promise<void> => {
      await noteSpokenLanguage(preferred)
      const module = await loadLanguage(preferred)
      if (module && import.meta.env.PROD) await keepLanguage(preferred, module.files)
    }
    return nowAndOnline(keep)
  }, [preferred])

  useEffect(() => {
    if (!signedIn) return
    const settle = async (): Promise<void> => {
      const { adopt, save, agreed } = settleLanguage({ chosen: chosenLanguage(), saved, agreed: agreedLanguage() })
      if (adopt) await chooseLanguage(adopt)
      if (save && !(await saveProfile({ language: save })).ok) return
      agreeOnLanguage(agreed)
    }
    return nowAndOnline(settle)
  }, [signedIn, saved, preferred])
  return null
}

function nowAndOnline(work: () => Promise<void>): () => void {
  const again = (): void =>
    void work().catch((reason: unknown) => console.warn('The language is not kept yet:', reason))
  again()
  addEventListener('online', again)
  return () => removeEventListener('online', again)
}
