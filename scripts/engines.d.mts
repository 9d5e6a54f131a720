/** `$FIREFOX_PATH`, else Debian's Firefox, else one in $PATH. */
export function firefoxPath(): string | null
/** `$WEBKIT_PATH`, else an installed WebKit of Playwright. */
export function playwrightWebKit(): string | null
/** Null when a part is missing. */
export function webkitGtk(): { driver: string; screen: string; browser: string } | null
export function pythonHasWebKit(): boolean
export const pythonPath: string
/** Projects of tests/engines.config.ts that can run here, and sentences about the others. */
export function enginesHere(): { projects: string[]; missing: string[] }
