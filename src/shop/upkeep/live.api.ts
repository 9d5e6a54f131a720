import { ok, type Result } from '#platform/failure/failure.ts'
import { backendSettings } from '#platform/supabase/backend-config.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { signedHeaders } from '#platform/supabase/client.ts'
import { accessToken, SignedOutError } from '#platform/supabase/session.ts'
import { watchedFetch } from '#platform/supabase/watched-fetch.ts'
import { iso, isoOrNull, list, numberOf } from '#platform/text/wire-values.ts'
import { hasOwnServer } from '#shop/proofs/mail-trial.api.ts'
import type { LiveFigures, LiveQueueWire } from './live.ts'

interface LiveWire {
  at: string
  processes: number
  watchers: number
  visitors: number
  holds: { at: string; count: number }[]
  holds_minute: number
  payments_minute: number
  waiting_payments: number | null
  errors_minute: number
  refused_minute: number
  busy_minute: number
  requests_minute: number
  slow_ms: { p50: number; p99: number }
  queues: LiveQueueWire[]
  memory_mb: number
}

/** Returns what the shop's server counts now; null for a shop without a server of its own. Tries once: the page asks again.
 * Admins only. A figure that the server does not send is NaN. */
export async function readLive(): Promise<Result<LiveFigures | null>> {
  if (!hasOwnServer()) return ok(null)
  const answer = await call<unknown>(async () => {
    const { url } = backendSettings()
    const token = await accessToken()
    if (token === null) throw new SignedOutError('not signed in')
    const response = await watchedFetch(`${url}/live`, { headers: signedHeaders(token, 'console') })
    const { status } = response
    if (status === 404) return { data: null, error: null, status }
    return response.ok
      ? { data: await response.json(), error: null, status }
      : { data: null, error: { message: 'the server gave no figures' }, status }
  })
  return parsedJson(answer, (wire: LiveWire | null) => wire && parseLive(wire))
}

const parseLive = (wire: LiveWire): LiveFigures => ({
  at: iso(wire.at),
  processes: numberOf(wire.processes),
  watchers: numberOf(wire.watchers),
  visitors: numberOf(wire.visitors),
  holds: list(wire.holds).map(({ at, count }) => ({ at: iso(at), count: numberOf(count) })),
  holdsMinute: numberOf(wire.holds_minute),
  paymentsMinute: numberOf(wire.payments_minute),
  waitingPayments: numberOf(wire.waiting_payments ?? undefined),
  errorsMinute: numberOf(wire.errors_minute),
  refusedMinute: numberOf(wire.refused_minute),
  busyMinute: numberOf(wire.busy_minute),
  requestsMinute: numberOf(wire.requests_minute),
  slowMs: { p50: numberOf(wire.slow_ms?.p50), p99: numberOf(wire.slow_ms?.p99) },
  queues: list(wire.queues).map((one) => ({
    eventId: one.event_id,
    title: one.title,
    joined: numberOf(one.joined),
    waiting: numberOf(one.waiting),
    letIn: numberOf(one.let_in),
    rate: numberOf(one.rate),
    drawnAt: isoOrNull(one.drawn_at),
    opensAt: iso(one.opens_at),
  })),
  memoryMb: numberOf(wire.memory_mb),
})
