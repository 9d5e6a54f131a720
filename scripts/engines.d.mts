/** Where Firefox is; null when it is not on this machine. */
export function firefoxPath(): string | null
/** Playwright's own WebKit, where it was installed. */
export function playwrightWebKit(): string | null
/** WebKitGTK's driver, its browser and a screen for them; null when a part is missing. */
export function webkitGtk(): { driver: string; screen: string; browser: string } | null
/** True when Debian's Python can open a WebKit view. */
export function pythonHasWebKit(): boolean
export const pythonPath: string
/** Projects of tests/engines.config.ts that can run here, and in words those that cannot. */
export function enginesHere(): { projects: string[]; missing: string[] }
