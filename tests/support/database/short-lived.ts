import { setFlagsFromString } from 'node:v8'

/**
 * For programs of tests that open the embedded database and end soon: its code is not optimised. A start then computes
 * 4 s instead of 9 s, and queries take what they took.
 */
export const SHORT_LIVED = '--liftoff-only'

/** The same in this program, for databases that it opens from now on. */
export const opensShortly = (): void => setFlagsFromString(SHORT_LIVED)
