/** Invisible and direction-changing signs, but no joiners (Indian scripts); same as private.strip_hidden. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- exactly the signs that are refused
  /[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u
const BLANK = /^(?:\s|\u200c|\u200d|[\ufe00-\ufe0f])*$/

/** Returns true for a name with control or hidden signs, or with nothing visible. */
export const hasHiddenSigns = (text: string): boolean => HIDDEN.test(text) || BLANK.test(text)
