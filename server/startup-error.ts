/** An error that the operator can fix: its message is printed without a stack trace, and the process fails. */
export class StartupError extends Error {
  override name = 'StartupError'
}
