/** Name of the database that the probe makes and deletes again. */
const PROBE = 'mehfil-probe'

let answer: Promise<boolean> | null = null

/**
 * Whether this window forgets everything when it is closed, as far as its engine lets a page know: WebKit and Firefox
 * give a private window no folder of its own, older WebKits keep no Blob there. Chromium shows nothing: false. Asked
 * once a page; never rejects.
 */
export const isPrivateWindow = (): Promise<boolean> => (answer ??= probe().catch(() => false))

async function probe(): Promise<boolean> {
  const { storage, vendor } = navigator
  if (typeof storage?.getDirectory === 'function') {
    try {
      await storage.getDirectory()
    } catch (error) {
      // Anything else (a policy, a broken profile) says nothing about the window.
      return /^(Unknown|Security)Error$/.test((error as Error | null)?.name ?? '')
    }
  }
  return vendor.startsWith('Apple') && refusesBlobs()
}

/**
 * WebKit bug 156347: an ephemeral session has no files for them. Some versions throw DataCloneError, WebKitGTK 2.50 fails
 * the request with UnknownError.
 */
function refusesBlobs(): Promise<boolean> {
  return new Promise((resolve) => {
    // One that a page left behind as it died would not be made anew.
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
