/**
 * The UTR that a row of a statement gives its transfer: of the reference column, else of its place in a UPI or IMPS
 * narration (`UPI/CR/412345678901/…`), else the only one in the narration. None where two could be meant: the payer
 * writes a part of the narration, and a number that the payer wrote proves nothing.
 *
 * A UTR is a run of exactly twelve digits between signs that are neither letters nor digits; HDFC fills it up with zeros
 * to sixteen. Digits of a payment address (`919876543210@ybl`) and runs of one digit are none.
 */
export function utrsIn(narration: string, reference = ''): string[] {
  const referred = candidates(reference)
  if (referred.length === 1) return referred
  const placed = PLACED.exec(narration.trim())?.[1]
  if (placed !== undefined && !ONE_DIGIT.test(placed)) return [placed]
  const found = candidates(narration)
  return found.length === 1 ? found : []
}

/** Right behind the bank's own words, before anything that a payer can choose. */
const PLACED = /^(?:[^/@\d]*[-/ ])?(?:upi|imps)[-/](?:(?:cr|p2a|p2m|p2p|in|rrn|ref)[-/])*0*(\d{12})(?![\w@])/i
const CANDIDATE = /(?<![\p{L}\p{N}@])0*(\d{12})(?![\p{L}\p{N}])(?![\w.-]*@)/gu
const ONE_DIGIT = /^(\d)\1+$/

const candidates = (text: string): string[] => {
  const found = [...text.matchAll(CANDIDATE)].map(([, utr]) => utr!)
  return [...new Set(found.filter((utr) => !ONE_DIGIT.test(utr)))]
}
