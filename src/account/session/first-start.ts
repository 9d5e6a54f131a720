import { isIosApp } from '#ui/install/install.ts'

/** Somebody signed in here once, or knows already that the app begins empty. */
const KNOWN_KEY = 'mehfil.app-known'

/** Whether this is the app of iOS before anybody signed in there: its store is not that of the browser. */
export function isFirstStart(): boolean {
  try {
    return isIosApp() && localStorage.getItem(KNOWN_KEY) === null
  } catch {
    return false
  }
}

/** From now on an empty app is no first start. */
export function noteAppKnown(): void {
  try {
    localStorage.setItem(KNOWN_KEY, '1')
  } catch {
    // Storage is blocked: nothing is kept in this app anyway.
  }
}
