import { useSyncExternalStore } from 'react'
import { installOffer } from './install-offer.ts'

export type InstallState =
  /** The browser will ask when told to. */
  | 'can-ask'
  /** Only by hand, through the Share menu of iOS. */
  | 'ios'
  /** A browser of iOS that has no such way: inside another app, or not Safari before iOS 16.4. */
  | 'ios-elsewhere'
  | 'installed'
  /** This browser installs nothing, or has not offered it yet. */
  | 'none'

/** Safari on iPhone and iPad alone has `navigator.standalone`; false in a tab, true on the home screen. */
const iosStandalone = (): boolean | undefined => (navigator as { standalone?: boolean }).standalone

/** Started from the home screen of iOS: its store is not the one of the browser it was added from. */
export const isIosApp = (): boolean => iosStandalone() === true

/** In a tab of iOS: what is kept there is not what the installed app will have. */
export const isIosTab = (): boolean => iosStandalone() === false && navigator.maxTouchPoints > 0

/** Browsers inside other apps do not call themselves Safari; the others could not add anything before iOS 16.4. */
function canAddByHand(): boolean {
  const { userAgent } = navigator
  if (/iPhone|iPad/.test(userAgent) && !/Safari\//.test(userAgent)) return false
  const [, major = '', minor = ''] = /OS (\d+)_(\d+)/.exec(userAgent) ?? []
  const old = major !== '' && (Number(major) < 16 || (Number(major) === 16 && Number(minor) < 4))
  return !(old && /CriOS|FxiOS|EdgiOS|OPiOS|OPT\//.test(userAgent))
}

/** How the shop can be put on the home screen of this device, as far as the browser has said. */
export function installState(): InstallState {
  const alone = matchMedia('(display-mode: standalone), (display-mode: minimal-ui)').matches
  if (installOffer.isInstalled() || alone || iosStandalone() === true) return 'installed'
  if (installOffer.kept()) return 'can-ask'
  if (!isIosTab()) return 'none'
  return canAddByHand() ? 'ios' : 'ios-elsewhere'
}

export const useInstall = (): InstallState => useSyncExternalStore(installOffer.subscribe, installState)

/** Lets the browser ask; call it from a press. True when the person accepted. The offer is good for one time. */
export async function askToInstall(): Promise<boolean> {
  const event = installOffer.take()
  if (!event) return false
  await event.prompt()
  const { outcome } = await event.userChoice
  installOffer.changed()
  return outcome === 'accepted'
}
