/** How Chromium, Firefox and Safari word that a part of the app did not come. */
const WORDS = /dynamically imported module|Importing a module script failed|Unable to preload CSS/i

/** True when what failed is the download of a page's code: with no network, or where a newer version has taken its place. */
export const isMissingPart = (error: unknown): boolean => error instanceof Error && WORDS.test(error.message)
