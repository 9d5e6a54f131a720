import { signal } from '#platform/observable/observable.ts'

/** What Chromium hands over instead of its own banner; kept until there is a reason to install. Not in TypeScript's library. */
export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallEvent | null = null
let installed = false
const changes = signal()

/** What is known of the browser's offer, for the rest of install.ts: the first page needs no more than keeping it. */
export const installOffer = {
  subscribe: changes.subscribe,
  /** What the browser offers may be another now. */
  changed: changes.send,
  kept: (): InstallEvent | null => kept,
  isInstalled: (): boolean => installed,
  /** The offer is good for one time. */
  take(): InstallEvent | null {
    const event = kept
    kept = null
    return event
  },
}

/** Keeps the browser's offer from the first moment on; called once, before anything is drawn. */
export function keepInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    kept = event as InstallEvent
    changes.send()
  })
  addEventListener('appinstalled', () => {
    kept = null
    installed = true
    changes.send()
  })
}
