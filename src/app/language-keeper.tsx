import { reconcileLanguage } from '#platform/text/language.ts'
import { keepLanguage } from '#platform/device/cache/language-files.ts'
import { saveProfile, storedProfile, watchMyProfile } from '#shop/people/profile.store.ts'
import { noteSpokenLanguage } from '#shop/people/spoken-language.store.ts'
import {
  agreedLanguage,
  agreeOnLanguage,
  chooseLanguage,
  chosenLanguage,
  loadLanguage,
  usePreferredLanguage,
} from '#ui/language.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { useRetried } from './retry.ts'

/** One run at a time: a later choice builds on what the earlier one saved. */
let settling: Promise<boolean> = Promise.resolve(true)

async function settle(): Promise<boolean> {
  const profile = await storedProfile()
  if (profile === null) return true
  const known = { chosen: chosenLanguage(), saved: profile.language ?? null, agreed: agreedLanguage() }
  const { adopt, save, agreed } = reconcileLanguage(known)
  if (adopt) {
    await loadLanguage(adopt)
    // A choice made while that loaded counts: it settles next.
    if (chosenLanguage() !== known.chosen) return true
    await chooseLanguage(adopt)
  }
  if (save && !(await saveProfile({ language: save })).ok) return false
  agreeOnLanguage(agreed)
  return true
}

/** Keeps the language's files on the device and the choice equal to the profile's; retries until both succeed. */
export function LanguageKeeper() {
  const preferred = usePreferredLanguage()
  const profile = useWatched(watchMyProfile, []).value
  const saved = profile?.language ?? null
  const signedIn = profile !== null && profile !== undefined

  useRetried(async () => {
    await noteSpokenLanguage(preferred)
    const module = await loadLanguage(preferred)
    if (module && import.meta.env.PROD) await keepLanguage(preferred, module.files)
    return true
  }, preferred)
  useRetried(() => (settling = settling.then(settle, settle)), signedIn ? `${saved} ${preferred}` : null)
  return null
}
