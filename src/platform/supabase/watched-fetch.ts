import { noteReach } from '#platform/device/reach.ts'
import { backendSettings } from './backend-config.ts'
import { fetchWithProgress, progressListener } from './upload-progress.ts'

const CALL_TIMEOUT_MS = 20_000
/** For up to 5 MB on a slow phone network. */
const UPLOAD_TIMEOUT_MS = 180_000

/** No network, no server, or a captive portal. */
export class UnreachableError extends Error {
  override name = 'UnreachableError'
  code = 'unreachable'
}

/** Gateways answer these when the server behind them is down. */
const GATEWAY_STATUSES = new Set([502, 503, 504, 520, 521, 522, 523, 524])

/**
 * Calls `fetch` with a time limit, past caches unless `init` says otherwise; reports whether the server can be reached.
 * Throws UnreachableError.
 */
export const watchedFetch: typeof fetch = async (input, init) => {
  const url = typeof input === 'string' ? input : input instanceof URL ? input.href : input.url
  const onProgress = progressListener(url)
  const timeout = new AbortController()
  const caller = init?.signal
  const abort = () => timeout.abort(caller?.reason)
  if (caller?.aborted) abort()
  caller?.addEventListener('abort', abort)
  const clock = setTimeout(
    () => timeout.abort(new UnreachableError('timed out')),
    url.includes('/storage/v1/object') ? UPLOAD_TIMEOUT_MS : CALL_TIMEOUT_MS,
  )
  try {
    const bounded = { cache: 'no-store' as const, ...init, signal: timeout.signal }
    const response = onProgress
      ? await fetchWithProgress(url, bounded, onProgress)
      : await backendSettings().fetch(input, bounded)
    const foreign = (response.headers.get('content-type') ?? '').includes('text/html')
    const away = foreign || GATEWAY_STATUSES.has(response.status)
    noteReach({ reachable: !away, clockOffset: away ? null : offsetOf(response) })
    if (foreign) throw new UnreachableError('a page answered in place of the server')
    return response
  } catch (error) {
    if (caller?.aborted) throw error
    noteReach({ reachable: false, clockOffset: null })
    throw error instanceof UnreachableError ? error : new UnreachableError(String(error))
  } finally {
    clearTimeout(clock)
    caller?.removeEventListener('abort', abort)
  }
}

function offsetOf(response: Response): number | null {
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? null : date - Date.now()
}
