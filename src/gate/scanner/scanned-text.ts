import type { Presented } from '#shop/gate/scans/judge.store.ts'
import { decodePassCode, isPassCode } from '#shop/tickets/passes/pass-code.ts'
import { checkTypedCode } from '#shop/tickets/ticket-code.ts'

const ORDER_CODE = /^MF[0-9A-HJKMNP-TV-Z]{8}$/
/** The signs of base 45, in which codes are written, in one case: Caps Lock turns all of them. */
const PART = /^(?:[0-9A-Z $%*+\-./:]+|[0-9a-z $%*+\-./:]+)$/

/** Returns a typed code in the form for the lookup; null when it cannot be a code. */
export function readTyped(text: string): string | null {
  const plain = text.trim().toUpperCase()
  if (isPassCode(plain)) return plain
  const code = checkTypedCode(plain)
  if (code) return code
  const order = plain.replaceAll(/[\s-]/g, '')
  return ORDER_CODE.test(order) ? order : null
}

/** Returns true for the text of a pass in any case, a ticket's code with its check character, and an order's code. */
export function isWholeCode(text: string): boolean {
  const plain = text.trim().toUpperCase()
  return isPassCode(plain) ? decodePassCode(plain) !== null : readTyped(plain) !== null
}

/**
 * Returns what the keys of a scanner mean. Text that could be a part of a code is one: its scanner or its page was held
 * up.
 */
export const presentedByKeys = (text: string): Presented => {
  const isWhole = isWholeCode(text)
  return { kind: 'text', text, typed: isWhole, part: !isWhole && PART.test(text) }
}
