import { newUuid } from '#platform/text/uuid.ts'

/** Crockford's base 32: no I, L, O, U, so that a code can be read aloud and typed. */
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const CODE_BITS = 40

/**
 * True when a bank's narration shows the code's eight signs to be a code, without MF and cut to five: they are no word, no
 * number, no beginning of an IFSC and no masked account. Same rules as private.codes_in and
 * private.cut_code_key; note-code-cases.json tests them against each other.
 */
const isSeenInNote = (code: string): boolean => /^MF(?=.{0,4}[0-9])(?=.{0,4}[A-Z])(?![A-Z]{4}0)(?!X+[0-9]+$)/.test(code)

/** Returns the id of a new order, a version-4 UUID whose code can be the note of a payment. */
export function newOrderId(): string {
  for (;;) {
    const id = newUuid()
    if (isSeenInNote(orderCode(id))) return id
  }
}

/** Returns `MF` and eight characters of the id's first 40 bits; not unique. The database computes the same. */
export function orderCode(orderId: string): string {
  const hex = orderId.replaceAll('-', '').slice(0, CODE_BITS / 4)
  if (!/^[0-9a-f]{10}$/i.test(hex)) throw new RangeError('an order id is a uuid')
  let bits = BigInt(`0x${hex}`)
  let code = ''
  for (let i = 0; i < CODE_BITS / 5; i++) {
    code = CROCKFORD[Number(bits & 31n)] + code
    bits >>= 5n
  }
  return `MF${code}`
}
