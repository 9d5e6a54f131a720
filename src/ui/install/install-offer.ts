import { signal } from '#platform/observable/observable.ts'

export interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let kept: InstallEvent | null = null
let installed = false
const changes = signal()

/** Apart from install.ts: the first page only keeps the offer. */
export const installOffer = {
  subscribe: changes.subscribe,
  changed: changes.send,
  kept: (): InstallEvent | null => kept,
  isInstalled: (): boolean => installed,
  take(): InstallEvent | null {
    const event = kept
    kept = null
    return event
  },
}

/** Keeps the browser's offer, which works once. Call it before the first render. */
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
