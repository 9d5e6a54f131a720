import { fromHex, toHex } from './bytes.ts'

export const isUuid = (text: string | null | undefined): text is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text ?? '')

/** Throws RangeError for a text that is no uuid. */
export function bytesOfUuid(uuid: string): Uint8Array<ArrayBuffer> {
  const bytes = isUuid(uuid) ? fromHex(uuid.replaceAll('-', '')) : null
  if (!bytes) throw new RangeError(`not a uuid: ${uuid}`)
  return bytes
}

export function uuidOfBytes(bytes: Uint8Array): string {
  return toHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** Returns a new version-4 UUID. `crypto.randomUUID` is missing on insecure origins. */
export function newUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return uuidOfBytes(bytes)
}
