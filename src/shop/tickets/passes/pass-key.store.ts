import { toHex } from '#platform/text/bytes.ts'
import { openStore } from '#shop/device/store.ts'
import type { Store } from '#shop/device/store-types.ts'
import { compressed } from './device-key.ts'
import { answeredBytes, encodePassCode, type PassCode } from './pass-code.ts'

/** The key by which this device shows bound passes. No page can read its private half, so no copy of a page has it. */
export interface PassKey {
  /** Compressed P-256 point, 66 hexadecimal digits. */
  publicKey: string
  privateKey: CryptoKey
}

const KEY = 'passKey'

const isPassKey = (value: unknown): value is PassKey =>
  typeof value === 'object' && value !== null && 'privateKey' in value && value.privateKey instanceof CryptoKey

const read = async (store: Store): Promise<PassKey | null> => {
  const value = (await store.table('meta').get(KEY))?.value
  return isPassKey(value) ? value : null
}

/**
 * This device's key, made when first needed; the same in all tabs. Null where the device keeps nothing, or where the
 * browser cannot store such a key: paper is the way then.
 */
export async function passKey(): Promise<PassKey | null> {
  const store = await openStore()
  if (store.kind === 'memory') return null
  const known = await read(store)
  if (known) return known
  try {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
    const point = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    const made: PassKey = { publicKey: toHex(compressed(point)), privateKey: pair.privateKey }
    await store.transact(['meta'], async () => {
      // Another tab may have been first.
      if (!(await read(store))) await store.table('meta').put({ key: KEY, value: made })
    })
    return await read(store)
  } catch {
    return null
  }
}

/** Returns the text of a bound pass's QR at a step (stepAt). Rejects when the key is another one's. */
export async function changingCode(
  pass: Readonly<Omit<PassCode, 'device'>>,
  key: PassKey,
  step: number,
): Promise<string> {
  const device = { key: key.publicKey }
  const answered = answeredBytes({ ...pass, device }, step)
  const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key.privateKey, answered)
  return encodePassCode({ ...pass, device: { ...device, step, signature: toHex(new Uint8Array(signature)) } })
}
