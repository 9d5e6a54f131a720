import { useSyncExternalStore } from 'react'
import { installOffer } from './install-offer.ts'

export type InstallState =
  | 'can-ask'
  | 'ios'
  /** A browser of iOS without Add to Home Screen: inside another app, or not Safari before iOS 16.4. */
  | 'ios-elsewhere'
  | 'installed'
  | 'none'

/** Exists in Safari on iOS: false in a tab, true on the home screen. */
const iosStandalone = (): boolean | undefined => (navigator as { standalone?: boolean }).standalone

/** True in an app on iOS's home screen, which has its own store. */
export const isIosApp = (): boolean => iosStandalone() === true

/** True in a tab of iOS, whose data an installed app will not have. */
export const isIosTab = (): boolean => iosStandalone() === false && navigator.maxTouchPoints > 0

/** In-app browsers do not call themselves Safari; other browsers can since iOS 16.4. */
function canAddByHand(): boolean {
  const { userAgent } = navigator
  if (/iPhone|iPad/.test(userAgent) && !/Safari\//.test(userAgent)) return false
  const [, major = '', minor = ''] = /OS (\d+)_(\d+)/.exec(userAgent) ?? []
  const old = major !== '' && (Number(major) < 16 || (Number(major) === 16 && Number(minor) < 4))
  return !(old && /CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(userAgent))
}

export function installState(): InstallState {
  const alone = matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
  if (installOffer.isInstalled() || alone || iosStandalone() === true) return 'installed'
  if (installOffer.kept()) return 'can-ask'
  if (!isIosTab()) return 'none'
  return canAddByHand() ? 'ios' : 'ios-elsewhere'
}

export const useInstall = (): InstallState => useSyncExternalStore(installOffer.subscribe, installState)

/** Shows the browser's prompt, once; call it on a press. True when it was accepted. */
export async function askToInstall(): Promise<boolean> {
  const event = installOffer.take()
  if (!event) return false
  await event.prompt()
  const { outcome } = await event.userChoice
  installOffer.changed()
  return outcome === 'accepted'
}
