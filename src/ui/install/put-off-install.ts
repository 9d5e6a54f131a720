/** Remembers that somebody does not want to install, on this device. */
const LATER_KEY = 'mehfil.install-later'

export function isInstallPutOff(): boolean {
  try {
    return localStorage.getItem(LATER_KEY) !== null
  } catch {
    return false
  }
}

export function putOffInstall(on: boolean): void {
  try {
    if (on) localStorage.setItem(LATER_KEY, '1')
    else localStorage.removeItem(LATER_KEY)
  } catch {
    // Storage is blocked: it is offered again next time.
  }
}
