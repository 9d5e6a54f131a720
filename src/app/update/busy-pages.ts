import { paths } from '#ui/paths.ts'

/** Pages, with what lies below them, where a reload could cost money or hold up a queue of people. */
const BUSY = [paths.checkout, paths.adminScan, paths.authCallback]

/** Whether nothing may interrupt the page at this path: no question about a new version, and no reload for it. */
export const isBusyPage = (pathname: string): boolean =>
  BUSY.some((busy) => pathname === busy || pathname.startsWith(`${busy}/`))
