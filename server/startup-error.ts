/**
 * Something the operator can mend: its message is one clear sentence that is printed without a stack trace, and the
 * process ends with a code other than 0.
 */
export class StartupError extends Error {
  override name = 'StartupError'
}
