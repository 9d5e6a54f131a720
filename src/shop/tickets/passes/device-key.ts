/** NIST P-256 (SEC 2, 2.4.2): y² = x³ - 3x + B modulo P. */
const P = 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn
const HALF_BYTES = 32
const EVEN = 2
const ODD = 3

const mod = (value: bigint): bigint => ((value % P) + P) % P

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let [square, rest] = [base, exponent]; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square)
    square = mod(square * square)
  }
  return result
}

const numberOf = (bytes: Uint8Array): bigint => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

/** Returns a compressed point (SEC 1, 2.3.4) as 65 bytes; null if it is none of the curve. */
export function uncompressed(point: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const sign = point[0]
  if (point.length !== 1 + HALF_BYTES || (sign !== EVEN && sign !== ODD)) return null
  const x = numberOf(point.subarray(1))
  if (x >= P) return null
  const squared = mod(x * x * x - 3n * x + B)
  // P leaves 3 when divided by 4, so this power is a root if there is one.
  const root = power(squared, (P + 1n) / 4n)
  if (mod(root * root) !== squared) return null
  const y = (root & 1n) === BigInt(sign - EVEN) ? root : P - root
  const whole = new Uint8Array(1 + 2 * HALF_BYTES)
  whole[0] = 4
  whole.set(point.subarray(1), 1)
  for (let [at, rest] = [2 * HALF_BYTES, y]; at > HALF_BYTES; at -= 1, rest >>= 8n) whole[at] = Number(rest & 0xffn)
  return whole
}

/** Returns a raw point of 65 bytes as 33. */
export function compressed(point: Uint8Array): Uint8Array<ArrayBuffer> {
  if (point.length !== 1 + 2 * HALF_BYTES || point[0] !== 4) throw new RangeError('a point of P-256 has 65 bytes')
  const short = Uint8Array.from(point.subarray(0, 1 + HALF_BYTES))
  short[0] = point[2 * HALF_BYTES]! % 2 === 0 ? EVEN : ODD
  return short
}

/**
 * Returns the key that verifies what a device signed; null for a point that is not on the curve. Browsers read only
 * whole points.
 */
export async function importDeviceKey(point: Uint8Array): Promise<CryptoKey | null> {
  const whole = uncompressed(point)
  return whole && crypto.subtle.importKey('raw', whole, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
}
