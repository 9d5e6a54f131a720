import type { IncomingMessage } from 'node:http'
import type { LiveQueueWire } from '#shop/upkeep/live.ts'
import { isSameSecret } from '../auth/same-secret.ts'
import type { Database } from '../database/database.ts'
import { jsonAnswer, textAnswer, type Answer } from '../http/http-message.ts'
import { quantile, type Figures, type Snapshot } from './figures.ts'
import { Fresh } from './fresh.ts'

const LIVE_PATH = '/live'
const MACHINE_PATH = '/live/machine'
const METRICS_PATH = '/metrics'
/** How old the database's counts may be. */
const COUNT_EVERY_MS = 2_000
const MEGABYTE = 1024 * 1024

interface Counted {
  waiting_payments: number
  queues: LiveQueueWire[]
}

interface Sources {
  database: Pick<Database, 'query'>
  figures: Figures
  availability: { readonly watchers: number }
  queues: { readonly waiting: number }
  /** What the fronts of this server say of themselves. */
  fronts: { readonly latest: [id: string, snapshot: Snapshot][] }
  /** Who may see it in the console. */
  adminOf: (request: IncomingMessage) => Promise<{ admin: string } | { refused: Answer }>
  /** What the console shows of the server's settings. */
  machine: Record<string, string | null>
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
 * shop answers; the database counts the rest once in some seconds however many look.
 */
export class Live {
  readonly #sources: Sources
  readonly #counted: Fresh<Counted>

  constructor(sources: Sources) {
    this.#sources = sources
    this.#counted = new Fresh(
      async () => {
        const [row] = await sources.database.query<{ said: string }>(COUNT)
        return JSON.parse(row!.said) as Counted
      },
      Date.now,
      COUNT_EVERY_MS,
    )
  }

  /** Returns null for every other address. */
  async answer(request: IncomingMessage, pathname: string): Promise<Answer | null> {
    if (pathname === METRICS_PATH) return this.#metrics(request)
    if (pathname !== LIVE_PATH && pathname !== MACHINE_PATH) return null
    if (request.method !== 'GET') return textAnswer(405, 'This address is only for reading.', { allow: 'GET' })
    // Each time anew: a role or a session that was ended ends this, too.
    const found = await this.#sources.adminOf(request)
    if ('refused' in found) return found.refused
    return jsonAnswer(200, pathname === MACHINE_PATH ? this.#sources.machine : await this.#live())
  }

  /** Every process of the shop, this one first. */
  #processes(): [id: string, snapshot: Snapshot][] {
    const { figures, availability, queues, fronts } = this.#sources
    const own = figures.snapshot({ watchers: availability.watchers, waiting: queues.waiting })
    return [['main', own], ...fronts.latest]
  }

  async #live(): Promise<Record<string, unknown>> {
    const counted = await this.#counted.get()
    const all = this.#processes().map(([, snapshot]) => snapshot)
    const sum = (of: (snapshot: Snapshot) => number): number => all.reduce((total, one) => total + of(one), 0)
    const holdMs = all.flatMap(({ minute }) => minute.holdMs)
    return {
      at: new Date().toISOString(),
      processes: all.length,
      watchers: sum(({ watchers }) => watchers),
      visitors: sum(({ senders }) => senders),
      // Clocks of machines differ by less than a step.
      holds: all[0]!.holds.map(({ at }, n) => ({ at, count: sum(({ holds }) => holds[n]?.count ?? 0) })),
      holds_minute: sum(({ minute }) => minute.holds),
      payments_minute: sum(({ minute }) => minute.payments),
      waiting_payments: counted?.waiting_payments ?? null,
      errors_minute: sum(({ minute }) => minute.errors),
      refused_minute: sum(({ minute }) => minute.refused),
      busy_minute: sum(({ minute }) => minute.busy),
      requests_minute: sum(({ minute }) => minute.requests),
      slow_ms: { p50: quantile(holdMs, 0.5), p99: quantile(holdMs, 0.99) },
      queues: counted?.queues ?? [],
      memory_mb: Math.round(sum(({ memory }) => memory) / MEGABYTE),
    }
  }

  async #metrics(request: IncomingMessage): Promise<Answer> {
    const { metricsToken } = this.#sources
    if (metricsToken === null) return textAnswer(404, 'METRICS_TOKEN is not set, so there are no metrics here.')
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!isSameSecret(given, metricsToken)) return textAnswer(401, 'The token of METRICS_TOKEN is missing or wrong.')
    const counted = await this.#counted.get()
    const all = this.#processes()
    const lines = [
      ...OF_A_PROCESS.flatMap(([name, type, help, of]) =>
        metric(
          name,
          type,
          help,
          all.flatMap(([id, snapshot]) =>
            Object.entries(of(snapshot)).map(([label, value]) => [`{process="${id}"${label}}`, value]),
          ),
        ),
      ),
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

type Kind = 'counter' | 'gauge'

/** What each process counts: its values by the label that follows the process's own. */
const OF_A_PROCESS: [name: string, type: Kind, help: string, of: (snapshot: Snapshot) => Record<string, number>][] = [
  ['mehfil_requests_total', 'counter', 'Requests answered.', ({ totals }) => ({ '': totals.requests })],
  ['mehfil_holds_total', 'counter', 'Holds of seats that succeeded.', ({ totals }) => ({ '': totals.holds })],
  [
    'mehfil_payments_total',
    'counter',
    'Payments submitted, free orders included.',
    ({ totals }) => ({ '': totals.payments }),
  ],
  [
    'mehfil_answers_total',
    'counter',
    'Answers that were no success, by kind.',
    ({ totals: { errors, busy, refused } }) => ({
      ',kind="errors"': errors,
      ',kind="busy"': busy,
      ',kind="refused"': refused,
    }),
  ],
  ['mehfil_watchers', 'gauge', 'Open seat maps that ask for what is free.', ({ watchers }) => ({ '': watchers })],
  ['mehfil_queue_pages', 'gauge', 'Open pages that wait in a queue.', ({ waiting }) => ({ '': waiting })],
  ['mehfil_addresses', 'gauge', 'Addresses that asked within the last minute.', ({ senders }) => ({ '': senders })],
  [
    'mehfil_hold_milliseconds',
    'gauge',
    'How long holds of the last minute took.',
    ({ minute: { holdMs } }) => ({
      ',quantile="0.5"': quantile(holdMs, 0.5),
      ',quantile="0.99"': quantile(holdMs, 0.99),
    }),
  ],
  ['mehfil_memory_bytes', 'gauge', 'Memory of a process.', ({ memory }) => ({ '': memory })],
]

/** Returns a metric in Prometheus's text format (prometheus.io, "Exposition formats", version 0.0.4). */
const metric = (name: string, type: Kind, help: string, values: [labels: string, value: number][]): string[] => [
  `# HELP ${name} ${help}`,
  `# TYPE ${name} ${type}`,
  ...values.map(([labels, value]) => `${name}${labels} ${value}`),
]
