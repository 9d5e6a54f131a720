import { verifyAsync } from '@noble/ed25519'
import { fromHex } from '#platform/text/bytes.ts'
import { issuedBytes, type PassCode } from './pass-code.ts'

const imported = new Map<string, Promise<CryptoKey | null>>()

/**
 * Whether the event's key signed this pass (RFC 8032); the device's answer of a bound one is isDeviceRight's. Needs
 * WebCrypto, in browsers before Chromium 137, Safari 17 and Firefox 129 for SHA-512 alone: there the library verifies.
 */
export async function isIssued(pass: Readonly<PassCode>, publicKey: string): Promise<boolean> {
  const [signature, point] = [fromHex(pass.signature), fromHex(publicKey)]
  if (!signature || !point) return false
  let key = imported.get(publicKey)
  if (!key) {
    key = crypto.subtle.importKey('raw', point, 'Ed25519', false, ['verify']).catch(() => null)
    imported.set(publicKey, key)
  }
  const native = await key
  const signed = issuedBytes(pass)
  return native
    ? crypto.subtle.verify('Ed25519', native, signature, signed)
    : verifyAsync(signature, signed, point, { zip215: false })
}
