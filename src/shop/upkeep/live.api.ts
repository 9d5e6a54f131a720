import { ok, type Result } from '#platform/failure/failure.ts'
import { parsedJson } from '#platform/supabase/call.ts'
import { instant, list, number, or, orNull, row, text } from '#platform/text/wire.ts'
import { askOwnServer, hasOwnServer } from '#shop/proofs/mail-trial.api.ts'
import type { LiveFigures } from './live.ts'

/** Returns what the shop's server counts now; null for a shop without a server of its own. Tries once: the page asks again.
 * Admins only. A figure that the server does not send is NaN. */
export async function readLive(): Promise<Result<LiveFigures | null>> {
  if (!hasOwnServer()) return ok(null)
  const answer = await askOwnServer('/live', {}, 'the server gave no figures')
  if (!answer.ok && answer.failure.status === 404) return ok(null)
  return parsedJson(answer, orNull(parseLive))
}

const figure = or(number, NaN)

const parseLive = row({
  at: instant,
  processes: figure,
  watchers: figure,
  visitors: figure,
  holds: list(
    row({
      at: instant,
      count: figure,
    }),
  ),
  holdsMinute: figure,
  paymentsMinute: figure,
  waitingPayments: figure,
  errorsMinute: figure,
  refusedMinute: figure,
  busyMinute: figure,
  requestsMinute: figure,
  slowMs: or(row({ p50: figure, p99: figure }), { p50: NaN, p99: NaN }),
  queues: list(
    row({
      eventId: text,
      title: text,
      joined: figure,
      waiting: figure,
      letIn: figure,
      rate: figure,
      drawnAt: orNull(instant),
      opensAt: instant,
    }),
  ),
  memoryMb: figure,
})
