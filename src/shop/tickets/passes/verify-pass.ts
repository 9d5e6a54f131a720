import { fromHex } from '#platform/text/bytes.ts'
import { issuedBytes, type PassCode } from './pass-code.ts'

const imported = new Map<string, Promise<CryptoKey>>()

/** Whether the event's key signed this pass; the device's answer of a bound one is isDeviceRight's. Needs WebCrypto. */
export async function isIssued(pass: Readonly<PassCode>, publicKey: string): Promise<boolean> {
  const [signature, point] = [fromHex(pass.signature), fromHex(publicKey)]
  if (!signature || !point) return false
  let key = imported.get(publicKey)
  if (!key) {
    key = crypto.subtle.importKey('raw', point, 'Ed25519', false, ['verify'])
    imported.set(publicKey, key)
  }
  return crypto.subtle.verify('Ed25519', await key, signature, issuedBytes(pass))
}
