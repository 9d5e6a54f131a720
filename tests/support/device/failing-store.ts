import { vi } from 'vitest'

type Refuses = (noun: string, value: unknown) => DOMException | null

/** Makes the device's store throw for what `refuses` names. Returns a function that stops it. */
function refuseWrites(refuses: Refuses): () => void {
  const { put, add } = IDBObjectStore.prototype
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key?) {
      const error = refuses(this.name, value)
      if (error) throw error
      return put.call(this, value, key)
    }),
    vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, value, key?) {
      const error = refuses(this.name, value)
      if (error) throw error
      return add.call(this, value, key)
    }),
  ]
  return () => spies.forEach((spy) => spy.mockRestore())
}

const full = () => new DOMException('The quota has been exceeded.', 'QuotaExceededError')

/** Makes every write of these nouns (or of all) fail as on a full device. */
export const fillDevice = (...nouns: string[]): (() => void) =>
  refuseWrites((noun) => (nouns.length === 0 || nouns.includes(noun) ? full() : null))

/** Makes the store refuse Blobs; with 'bytes', ArrayBuffers too. */
export const refuseBlobs = (also?: 'bytes'): (() => void) =>
  refuseWrites((_, value) =>
    holds(value, (one) => one instanceof Blob || (also === 'bytes' && one instanceof ArrayBuffer))
      ? new DOMException('BlobURLs are not yet supported.', 'DataCloneError')
      : null,
  )

function holds(value: unknown, is: (one: unknown) => boolean): boolean {
  if (is(value)) return true
  if (typeof value !== 'object' || value === null || value instanceof ArrayBuffer) return false
  return Object.values(value).some((one) => holds(one, is))
}
