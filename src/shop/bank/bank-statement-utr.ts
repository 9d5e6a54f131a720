/**
 * The UTR that a row of a statement gives its transfer: of the reference column, else of its place in a UPI or IMPS
 * narration (`UPI/CR/412345678901/…`), else the only one in the narration. None where two could be meant: the payer
 * writes a part of the narration, and a number that the payer wrote proves nothing. NEFT and RTGS have longer references
 * with letters, so that a number in their narration is always the payer's.
 *
 * A UTR is a run of exactly twelve digits between signs that are neither letters nor digits; HDFC fills it up with zeros
 * to sixteen. Digits of a payment address (`919876543210-2@ybl`), telephones (`+919876543210`) and runs of one digit are
 * none.
 */
export function utrsIn(narration: string, reference = ''): string[] {
  const referred = candidates(reference)
  if (referred.length === 1) return referred
  const text = narration.trim()
  if (OTHER_TRANSFER.test(text)) return []
  const placed = PLACED.exec(text)?.[1]
  if (placed !== undefined && !ONE_DIGIT.test(placed)) return [placed]
  const found = candidates(text)
  return found.length === 1 ? found : []
}

/** Nothing of a word or of a payment address behind the digits; banks tear addresses in two where a line ends. */
const END = String.raw`(?![\p{L}\p{N}])(?![\w.-]*\s*@)`
/** The bank's own words, with which a narration begins before anything that a payer can choose. */
const BY_THE_BANK = String.raw`^(?:(?:by transfer|dep tfr|mmt|recd|received|cr)\b[-/: ]*)?`
const PLACED = new RegExp(
  String.raw`${BY_THE_BANK}(?:upi(?:ab| ?in)?/|imps(?:[- ]in)?[-/])(?:(?:cr|p2a|p2m|p2p|in|rrn|ref)[-/])*0*(\d{12})${END}`,
  'iu',
)
const CANDIDATE = new RegExp(String.raw`(?<![\p{L}\p{N}@+])0*(\d{12})${END}`, 'gu')
const OTHER_TRANSFER = new RegExp(String.raw`${BY_THE_BANK}(?:neft|rtgs)\b`, 'iu')
const ONE_DIGIT = /^(\d)\1+$/

const candidates = (text: string): string[] => {
  const found = [...text.matchAll(CANDIDATE)].map(([, utr]) => utr!)
  return [...new Set(found.filter((utr) => !ONE_DIGIT.test(utr)))]
}
