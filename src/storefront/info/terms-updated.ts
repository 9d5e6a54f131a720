/** The day of the last change of the terms' text, in any language; a test holds the two together. */
export const TERMS_UPDATED = '2026-11-24'
