/** Callers name a request by method and path only: queries, bodies and error details may hold personal data. */
export interface Log {
  say(line: string): void
  warn(line: string): void
}

/** Formats a line: plain, or with LOG_FORMAT=json an object with `at` (ISO), `level` (info, warn) and `message`. */
export function logLine(level: 'info' | 'warn', message: string, format = process.env.LOG_FORMAT): string {
  return format === 'json' ? `${JSON.stringify({ at: new Date().toISOString(), level, message })}\n` : `${message}\n`
}

export const log: Log = {
  say: (line) => void process.stdout.write(logLine('info', line)),
  warn: (line) => void process.stderr.write(logLine('warn', line)),
}

/** Returns an error's kind and code, never its message, which may hold personal data. */
export function nameOfError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^[A-Za-z0-9_]+$/.test(code) ? `${error.name} ${code}` : error.name
}

/** Silences the console, where the embedded backend logs query parameters. `MEHFIL_TRACE=1` keeps it for debugging. */
export function quietConsole(): void {
  if (process.env.MEHFIL_TRACE === '1') return
  const nothing = (): void => undefined
  console.log = nothing
  console.info = nothing
  console.warn = nothing
  console.error = nothing
  console.debug = nothing
}
