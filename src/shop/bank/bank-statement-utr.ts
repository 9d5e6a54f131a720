/** Returns a transfer's twelve-digit UTR, or none where two are possible: the payer writes part of the narration, and a
 * number that the payer wrote proves nothing. NEFT and RTGS references have letters: their numbers are the payer's. */
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

/** No word or payment address may follow the digits; banks break addresses at line ends. */
const END = String.raw`(?![\p{L}\p{N}])(?![\w.-]*\s*@)`
/** The bank's own words before anything that a payer can choose. */
const BY_THE_BANK = String.raw`^(?:(?:by transfer|dep tfr|mmt|recd|received|cr)\b[-/: ]*)?`
const PLACED = new RegExp(
  String.raw`${BY_THE_BANK}(?:upi(?:ab| ?in)?/|imps(?:[- ]in)?[-/])(?:(?:cr|p2a|p2m|p2p|in|rrn|ref)[-/])*0*(\d{12})${END}`,
  'iu',
)
/** HDFC pads a UTR with zeros to sixteen digits. */
const CANDIDATE = new RegExp(String.raw`(?<![\p{L}\p{N}@+])0*(\d{12})${END}`, 'gu')
const OTHER_TRANSFER = new RegExp(String.raw`${BY_THE_BANK}(?:neft|rtgs)\b`, 'iu')
const ONE_DIGIT = /^(\d)\1+$/

const candidates = (text: string): string[] => {
  const found = [...text.matchAll(CANDIDATE)].map(([, utr]) => utr!)
  return [...new Set(found.filter((utr) => !ONE_DIGIT.test(utr)))]
}
