import { useEffect, useEffectEvent } from 'react'
import { backoff } from '#platform/time/backoff.ts'
import { watchReachable } from '#shop/device/connectivity.ts'
import { reconcileLanguage } from '#platform/text/language.ts'
import { keepLanguage } from '#platform/device/cache/language-files.ts'
import { keepSeen } from '#platform/device/cache/seen-pictures.ts'
import { LOGO_CACHE, logoUrl } from '#shop/settings/logo.ts'
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
import { BACKEND, shopLook } from '#ui/shop.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** Runs `work` at once, after growing waits and when the server or network is back, until it returns true.
 * Returns a function that stops it. */
export function retryUntilSuccess(work: () => Promise<boolean>): () => void {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  let over = false
  const attempt = async (): Promise<void> => {
    if (busy || over) return
    clearTimeout(timer)
    busy = true
    const worked = await work().catch(() => false)
    busy = false
    if (over) return
    if (worked) return end()
    failures += 1
    timer = setTimeout(() => void attempt(), backoff(failures))
  }
  const now = (): void => {
    failures = 0
    void attempt()
  }
  let known = false
  const forget = watchReachable().subscribe((reachable) => {
    // The first call is the state, not a change.
    if (known && reachable) now()
    known = true
  })
  const end = (): void => {
    over = true
    clearTimeout(timer)
    forget()
    globalThis.removeEventListener?.('online', now)
  }
  globalThis.addEventListener?.('online', now)
  void attempt()
  return end
}

/** Runs `work` until it returns true, again for each new `key`; null runs nothing. */
function useRetried(work: () => Promise<boolean>, key: string | null): void {
  const run = useEffectEvent(work)
  useEffect(() => (key === null ? undefined : retryUntilSuccess(() => run())), [key])
}

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

/** Keeps the files of language and logo on the device and the choice equal to the profile's; retries until all succeed. */
export function LanguageKeeper() {
  const preferred = usePreferredLanguage()
  const profile = useWatched(watchMyProfile, []).value
  const saved = profile?.language ?? null
  const signedIn = profile !== null && profile !== undefined
  const { logo } = shopLook()

  useRetried(async () => {
    await noteSpokenLanguage(preferred)
    const module = await loadLanguage(preferred)
    if (module && import.meta.env.PROD) await keepLanguage(preferred, module.files)
    return true
  }, preferred)
  useRetried(
    async () => {
      await keepSeen(LOGO_CACHE, logoUrl(logo, '96', BACKEND))
      return true
    },
    import.meta.env.PROD && logo ? logo : null,
  )
  useRetried(() => (settling = settling.then(settle, settle)), signedIn ? `${saved} ${preferred}` : null)
  return null
}
