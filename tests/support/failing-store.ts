import { vi } from 'vitest'

type Refuses = (noun: string, value: unknown) => DOMException | null

/** From now on the device's store throws for what `refuses` names. Returns the way to stop. */
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

/** A phone without any room: nothing of these nouns (or of all) can be written. */
export const fillDevice = (...nouns: string[]): (() => void) =>
  refuseWrites((noun) => (nouns.length === 0 || nouns.includes(noun) ? full() : null))

/** An engine that keeps no Blob; with `bytes`, no ArrayBuffer either. */
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
