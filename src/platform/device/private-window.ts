const PROBE = 'mehfil-probe'

let answer: Promise<boolean> | null = null

/** True for a private window, as far as a page can tell in WebKit and Firefox; false in Chromium. Never rejects. */
export const isPrivateWindow = (): Promise<boolean> => (answer ??= probe().catch(() => false))

async function probe(): Promise<boolean> {
  const { storage, vendor } = navigator
  if (typeof storage?.getDirectory === 'function') {
    try {
      await storage.getDirectory()
    } catch (error) {
      // Other errors (a policy, a broken profile) say nothing about the window.
      return /^(Unknown|Security)Error$/.test((error as Error | null)?.name ?? '')
    }
  }
  return vendor.startsWith('Apple') && refusesBlobs()
}

/** WebKit bug 156347: an ephemeral session stores no Blob (DataCloneError; UnknownError in WebKitGTK 2.50). */
function refusesBlobs(): Promise<boolean> {
  return new Promise((resolve) => {
    indexedDB.deleteDatabase(PROBE)
    const open = indexedDB.open(PROBE, 1)
    const refused = (error: { name: string } | null) => resolve(error !== null && error.name !== 'QuotaExceededError')
    open.onerror = () => resolve(false)
    open.onupgradeneeded = () => {
      try {
        const put = open.result.createObjectStore('rows', { autoIncrement: true }).put(new Blob(['?']))
        put.onerror = (event) => {
          event.preventDefault()
          refused(put.error)
        }
      } catch (error) {
        refused(error as Error)
      }
    }
    open.onsuccess = () => {
      open.result.close()
      indexedDB.deleteDatabase(PROBE)
      resolve(false)
    }
  })
}
