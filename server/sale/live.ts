import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSameSecret } from '../auth/same-secret.ts'
import type { Database } from '../database/database.ts'
import { jsonAnswer, textAnswer, type Answer } from '../http/http-message.ts'
import { quantile, type Figures } from './figures.ts'
import { Fresh } from './fresh.ts'

export const LIVE_PATH = '/live'
export const METRICS_PATH = '/metrics'
/** How long an admin is known without asking the database again. */
const ADMIN_MS = 30_000
const MOST_ADMINS = 100
const MEGABYTE = 1024 * 1024

interface Counted {
  waiting_payments: number
  queues: {
    event_id: string
    title: string
    joined: number
    waiting: number
    let_in: number
    rate: number
    drawn_at: string | null
    opens_at: string
  }[]
}

interface Sources {
  database: Pick<Database, 'query'>
  figures: Figures
  availability: { readonly watchers: number }
  queues: { readonly waiting: number }
  /** Who may see it in the console. */
  adminOf: (request: IncomingMessage) => Promise<{ admin: string } | { refused: Answer }>
  /** For Prometheus; null: it is not served. */
  metricsToken: string | null
}

const COUNT = `select json_build_object(
    'waiting_payments', (select count(*) from public.payments p where p.status = 'pending' and not p.is_test),
    'queues', (select coalesce(json_agg(json_build_object(
        'event_id', q.event_id, 'title', s.name || ', ' || e.city, 'rate', q.rate, 'drawn_at', q.drawn_at, 'opens_at', q.opens_at,
        'joined', case when q.drawn_at is null then q.joined else q.last_place end, 'let_in', private.let_in(q),
        'waiting', case when q.drawn_at is null then q.joined else q.last_place - private.let_in(q) end) order by q.opens_at), '[]')
      from public.event_queues q join public.events e on e.id = q.event_id join public.singers s on s.id = e.singer_id
      where q.ended_at is null and e.date > now())
  )::text as said`

/**
 * What an operator sees while a sale opens: `/live` for the console, `/metrics` for Prometheus. Counted in memory as the
 * shop answers; the database is asked once in some seconds however many look.
 */
export class Live {
  readonly #sources: Sources
  readonly #counted: Fresh<Counted>
  readonly #admins = new Map<string, number>()

  constructor(sources: Sources) {
    this.#sources = sources
    this.#counted = new Fresh(async () => {
      const [row] = await sources.database.query<{ said: string }>(COUNT)
      return JSON.parse(row!.said) as Counted
    })
  }

  /** Returns null for every other address. */
  async answer(request: IncomingMessage, pathname: string): Promise<Answer | null> {
    if (pathname === METRICS_PATH) return this.#metrics(request)
    if (pathname !== LIVE_PATH) return null
    if (request.method !== 'GET') return textAnswer(405, 'This address is only for reading.', { allow: 'GET' })
    const refused = await this.#refuse(request)
    return refused ?? jsonAnswer(200, await this.#live())
  }

  async #refuse(request: IncomingMessage): Promise<Answer | null> {
    const key = createHash('sha256')
      .update(request.headers.authorization ?? '')
      .digest('base64')
    const now = performance.now()
    if ((this.#admins.get(key) ?? 0) > now) return null
    const found = await this.#sources.adminOf(request)
    if ('refused' in found) return found.refused
    if (this.#admins.size >= MOST_ADMINS) this.#admins.clear()
    this.#admins.set(key, now + ADMIN_MS)
    return null
  }

  async #live(): Promise<Record<string, unknown>> {
    const { figures, availability } = this.#sources
    const minute = figures.last()
    const counted = await this.#counted.get()
    return {
      at: new Date().toISOString(),
      processes: 1,
      watchers: availability.watchers,
      visitors: figures.senders(),
      holds: figures.holds(),
      holds_minute: minute.holds,
      payments_minute: minute.payments,
      waiting_payments: counted?.waiting_payments ?? null,
      errors_minute: minute.errors,
      refused_minute: minute.refused,
      busy_minute: minute.busy,
      requests_minute: minute.requests,
      slow_ms: { p50: quantile(minute.holdMs, 0.5), p99: quantile(minute.holdMs, 0.99) },
      queues: counted?.queues ?? [],
      memory_mb: Math.round(process.memoryUsage.rss() / MEGABYTE),
    }
  }

  async #metrics(request: IncomingMessage): Promise<Answer> {
    const { metricsToken, figures, availability, queues } = this.#sources
    if (metricsToken === null) return textAnswer(404, 'METRICS_TOKEN is not set, so there are no metrics here.')
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!isSameSecret(given, metricsToken)) return textAnswer(401, 'The token of METRICS_TOKEN is missing or wrong.')
    const counted = await this.#counted.get()
    const { totals } = figures
    const lines = [
      ...metric('mehfil_requests_total', 'counter', 'Requests answered.', [['', totals.requests]]),
      ...metric('mehfil_holds_total', 'counter', 'Holds of seats that succeeded.', [['', totals.holds]]),
      ...metric('mehfil_payments_total', 'counter', 'Payments submitted, free orders included.', [
        ['', totals.payments],
      ]),
      ...metric('mehfil_answers_total', 'counter', 'Answers that were no success, by kind.', [
        ['{kind="error"}', totals.errors],
        ['{kind="busy"}', totals.busy],
        ['{kind="refused"}', totals.refused],
      ]),
      ...metric('mehfil_watchers', 'gauge', 'Open seat maps that ask for what is free.', [['', availability.watchers]]),
      ...metric('mehfil_queue_pages', 'gauge', 'Open pages that wait in a queue.', [['', queues.waiting]]),
      ...metric('mehfil_addresses', 'gauge', 'Addresses that asked within the last minute.', [['', figures.senders()]]),
      ...metric('mehfil_hold_milliseconds', 'gauge', 'How long holds of the last minute took.', [
        ['{quantile="0.5"}', quantile(figures.last().holdMs, 0.5)],
        ['{quantile="0.99"}', quantile(figures.last().holdMs, 0.99)],
      ]),
      ...metric('mehfil_memory_bytes', 'gauge', 'Memory of this process.', [['', process.memoryUsage.rss()]]),
      ...(counted
        ? [
            ...metric('mehfil_waiting_payments', 'gauge', 'Payments that wait for a decision.', [
              ['', counted.waiting_payments],
            ]),
            ...metric(
              'mehfil_queue_waiting',
              'gauge',
              'People in a queue who are not let in yet.',
              counted.queues.map(({ event_id, waiting }) => [`{event="${event_id}"}`, waiting]),
            ),
          ]
        : []),
    ]
    return textAnswer(200, lines.join('\n'), { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
  }
}

/** Returns a metric in Prometheus's text format (prometheus.io, "Exposition formats", version 0.0.4). */
const metric = (
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  values: [labels: string, value: number][],
): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...values.map(([labels, value]) => `${name}${labels} ${value}`),
]
