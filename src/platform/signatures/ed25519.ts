import { verifyAsync } from '@noble/ed25519'

type Bytes = Uint8Array<ArrayBuffer>

/** By the key's bytes; null where the browser has no Ed25519. */
const imported = new Map<string, Promise<CryptoKey | null>>()

/**
 * Returns whether the owner of this public key (32 bytes) signed `signed` (RFC 8032). Needs WebCrypto, in browsers
 * before Chromium 137, Safari 17 and Firefox 129 for SHA-512 alone: there the library verifies.
 */
export async function isSignedBy(publicKey: Bytes, signature: Bytes, signed: Bytes): Promise<boolean> {
  const name = publicKey.join()
  let key = imported.get(name)
  if (!key) {
    key = crypto.subtle.importKey('raw', publicKey, 'Ed25519', false, ['verify']).catch(() => null)
    imported.set(name, key)
  }
  const native = await key
  return native
    ? crypto.subtle.verify('Ed25519', native, signature, signed)
    : verifyAsync(signature, signed, publicKey, { zip215: false })
}
