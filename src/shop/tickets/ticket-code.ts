/** Crockford's base 32 (https://www.crockford.com/base32.html): no I, L, O, U. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const TYPED_LENGTH = 9

/** Groups a code: '7K2QX4MDE' → '7K2Q-X4MD-E' */
export function formatTypedCode(code: string): string {
  return code.match(/.{1,4}/g)?.join('-') ?? ''
}

/** Returns the stored form; null for a wrong code. Accepts lower case, spaces, hyphens, O for 0, I and L for 1. */
export function checkTypedCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (code.length !== TYPED_LENGTH || [...code].some((character) => !CROCKFORD.includes(character))) return null
  return checkCharacter(code.slice(0, -1)) === code.at(-1) ? code : null
}

/** Computes Luhn mod 32, which detects every wrong character and nearly every swap of two neighbours. */
export function checkCharacter(body: string): string {
  let sum = 0
  for (let index = 0; index < body.length; index += 1) {
    // The last character counts double, then every second one before it.
    const weight = (body.length - index) % 2 === 1 ? 2 : 1
    const addend = CROCKFORD.indexOf(body[index]!) * weight
    sum += Math.floor(addend / 32) + (addend % 32)
  }
  return CROCKFORD[(32 - (sum % 32)) % 32]!
}
