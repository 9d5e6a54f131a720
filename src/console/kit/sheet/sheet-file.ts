/** Detects a file's kind by its first bytes: some banks name a text file or a web page .xls. */
export function fileKind(bytes: Uint8Array): 'text' | 'workbook' | 'old workbook' | 'pdf' | 'web page' {
  if (startsWith(bytes, 'PK\u0003\u0004')) return 'workbook'
  // A workbook with a password has this signature too.
  if (startsWith(bytes, '\u00d0\u00cf\u0011\u00e0')) return 'old workbook'
  if (startsWith(bytes, '%PDF')) return 'pdf'
  const begin = String.fromCharCode(...bytes.subarray(0, 500))
  return /^[^a-z]*<(!doctype html|html|head|table|style|meta|\?xml)/i.test(begin) ? 'web page' : 'text'
}

/** Decodes UTF-8, UTF-16 with a byte order mark, or else windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  if (startsWith(bytes, '\u00ff\u00fe')) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, '\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const startsWith = (bytes: Uint8Array, mark: string): boolean =>
  [...mark].every((sign, at) => bytes[at] === sign.charCodeAt(0))
