import { isSignedBy } from '#platform/signatures/ed25519.ts'
import { fromHex } from '#platform/text/bytes.ts'
import { issuedBytes, type PassCode } from './pass-code.ts'

/**
 * Returns whether the event's key (hexadecimal) signed this pass; the device's answer of a bound one is
 * isDeviceRight's.
 */
export async function isIssued(pass: Readonly<PassCode>, publicKey: string): Promise<boolean> {
  const [signature, point] = [fromHex(pass.signature), fromHex(publicKey)]
  return signature !== null && point !== null && isSignedBy(point, signature, issuedBytes(pass))
}
