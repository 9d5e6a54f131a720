/** Stands in the browser's local storage once a store on this device has been in use. */
const USED_KEY = 'mehfil.device'

/** Whether a store was in use on this device before. False in the worker, which has no local storage. */
export function wasDeviceUsed(): boolean {
  try {
    return globalThis.localStorage?.getItem(USED_KEY) === '1'
  } catch {
    return false
  }
}

export function noteDeviceUsed(): void {
  try {
    if (!wasDeviceUsed()) globalThis.localStorage?.setItem(USED_KEY, '1')
  } catch {
    // Storage is blocked: a database that opens slowly is then taken for a device that keeps nothing.
  }
}
