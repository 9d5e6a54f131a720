import { useSyncExternalStore } from 'react'
import { makeListeners } from './listeners.ts'

/** What Chromium hands over instead of its own banner; kept until there is a reason to install. Not in TypeScript's library. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

export type InstallState =
  /** The browser will ask when told to. */
  | 'can-ask'
  /** Only by hand, through Safari's Share menu. */
  | 'ios'
  | 'installed'
  /** This browser installs nothing, or has not offered it yet. */
  | 'none'

let kept: InstallEvent | null = null
let installed = false
const { subscribe, tell } = makeListeners()

/** Keeps the browser's offer from the first moment on; called once, before anything is drawn. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    kept = event as InstallEvent
    tell()
  })
  addEventListener('appinstalled', () => {
    kept = null
    installed = true
    tell()
  })
}

/** Safari on iPhone and iPad alone has `navigator.standalone`; false in a tab, true on the home screen. */
const iosStandalone = (): boolean | undefined => (navigator as { standalone?: boolean }).standalone

/** In a tab of iOS: what is kept there is not what the installed app will have. */
export const isIosTab = (): boolean => iosStandalone() === false && navigator.maxTouchPoints > 0

function installState(): InstallState {
  const alone = matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
  if (installed || alone || iosStandalone() === true) return 'installed'
  if (kept) return 'can-ask'
  return isIosTab() ? 'ios' : 'none'
}

export const useInstall = (): InstallState => useSyncExternalStore(subscribe, installState)

/** Lets the browser ask; call it from a press. True when the person accepted. The offer is good for one time. */
export async function askToInstall(): Promise<boolean> {
  const event = kept
  if (!event) return false
  kept = null
  await event.prompt()
  const { outcome } = await event.userChoice
  tell()
  return outcome === 'accepted'
}
