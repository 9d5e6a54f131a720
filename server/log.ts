/**
 * What the server says. Requests are named by method and path alone: queries, bodies, database parameters and error
 * details can hold people's names, references and tokens, so they are never written down.
 */
export interface Log {
  say(line: string): void
  warn(line: string): void
}

/**
 * A line as it is written: the sentence alone for people, or with LOG_FORMAT=json one JSON object with `at` (ISO),
 * `level` (info, warn) and `message` for a program that collects logs.
 */
export function logLine(level: 'info' | 'warn', message: string, format = process.env.LOG_FORMAT): string {
  return format === 'json' ? `${JSON.stringify({ at: new Date().toISOString(), level, message })}\n` : `${message}\n`
}

export const log: Log = {
  say: (line) => void process.stdout.write(logLine('info', line)),
  warn: (line) => void process.stderr.write(logLine('warn', line)),
}

/** An error in one line that is safe to keep: its kind and code, never its message. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[A-Za-z0-9_]+$/.test(code) ? `${error.name} ${code}` : error.name
}

/**
 * The embedded backend writes to the console by itself, failing queries with their parameters included. From here on
 * nothing of that reaches the terminal; what matters is said by `log` where it happens.
 * `MEHFIL_TRACE=1` leaves the console alone, for debugging on one's own machine.
 */
export function quietConsole(): void {
  if (process.env.MEHFIL_TRACE === '1') return
  const nothing = (): void => undefined
  console.log = nothing
  console.info = nothing
  console.warn = nothing
  console.error = nothing
  console.debug = nothing
}
