/** The last change of the terms' text in any language; terms-updated.test.ts enforces it. */
export const TERMS_UPDATED = '2026-11-26'
