const BASE45 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'

/** Encodes two bytes as three of 45 characters, all of a QR code's alphanumeric mode (RFC 9285). */
export function encodeBase45(bytes: Uint8Array): string {
  let text = ''
  for (let index = 0; index < bytes.length; index += 2) {
    const last = index + 1 === bytes.length
    let rest = last ? bytes[index]! : bytes[index]! * 256 + bytes[index + 1]!
    for (let digits = last ? 2 : 3; digits > 0; digits -= 1) {
      text += BASE45[rest % 45]
      rest = Math.floor(rest / 45)
    }
  }
  return text
}

/** Null unless `encodeBase45` would write exactly this text. */
export function decodeBase45(text: string): Uint8Array<ArrayBuffer> | null {
  if (text.length % 3 === 1) return null
  const bytes: number[] = []
  for (let index = 0; index < text.length; index += 3) {
    const digits = Array.from(text.slice(index, index + 3), (character) => BASE45.indexOf(character))
    if (digits.includes(-1)) return null
    const value = digits.reduceRight((high, digit) => high * 45 + digit, 0)
    if (digits.length === 2) {
      if (value > 0xff) return null
      bytes.push(value)
    } else {
      if (value > 0xffff) return null
      bytes.push(value >> 8, value & 0xff)
    }
  }
  return Uint8Array.from(bytes)
}
