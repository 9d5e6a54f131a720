import type { IncomingMessage } from 'node:http'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import type { Database } from '../database/database.ts'
import { acceptedEncoding, type Answer, type Encoding } from '../http/http-message.ts'
import { asVisitor } from '../pages/event-read.ts'
import { log, nameOfError } from '../log.ts'
import { Fresh } from './fresh.ts'
import { KeptList } from './kept-list.ts'
import { Pace } from './pace.ts'
import { publicAnswer, unlessKnown } from './public-answer.ts'
import { SeatHistory, type AvailabilityWire } from './seat-history.ts'

export const AVAILABILITY_PATH = '/rest/v1/rpc/seat_availability'

const VERSION = /^[0-9a-f]{1,32}$/
/** The categories of concerts to come that everybody may see. */
const LISTED = `select c.id from public.ticket_categories c join public.events e on e.id = c.event_id
  where e.date > now() - interval '1 day' and e.published_at is not null and not c.is_hidden`

interface Kept {
  /** The answer and its ready forms, by what they depend on; the forms are of its present version. */
  history: Fresh<SeatHistory>
  ready: Map<string, Promise<Answer>>
}

/**
 * Answers `seat_availability` from memory: one read a category in a moment, however many watch. A watcher that names its
 * version gets the changes since. Everybody gets the same bytes, with an ETag, kept by caches for a second.
 */
export class Availability {
  readonly #database: Pick<Database, 'transaction'>
  readonly #pace: Pace
  readonly #clock: () => number
  readonly #kept: KeptList<Kept>

  constructor(database: Pick<Database, 'transaction'>, pace = new Pace(), clock: () => number = Date.now) {
    this.#database = database
    this.#pace = pace
    this.#clock = clock
    this.#kept = new KeptList(database, LISTED, (id) => this.#keep(id), clock)
  }

  get watchers(): number {
    return this.#pace.watchers
  }

  /**
   * Returns null for what the database itself should answer: another method or key, other arguments, a category that is
   * not listed. So an unknown id costs its sender a place like any other request, and fills no memory.
   */
  async answer(request: IncomingMessage, url: URL, sender: string): Promise<Answer | null> {
    if (url.pathname !== AVAILABILITY_PATH || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    const asked = askedBy(request, url)
    if (!asked) return null
    const kept = await this.#kept.get(asked.id)
    if (!kept) return null
    const history = await kept.history.get()
    if (!history || !this.#kept.has(asked.id)) return null
    const again = this.#pace.next(sender)
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    // Made-up versions share the whole answer: each would be kept.
    const since = asked.since !== null && history.knows(asked.since) ? asked.since : null
    const key = `${since ?? ''}/${again}/${encoding ?? ''}`
    let ready = kept.ready.get(key)
    if (!ready) {
      ready = makeAnswer(history, since, again, encoding)
      kept.ready.set(key, ready)
    }
    return unlessKnown(request, await ready)
  }

  #keep(id: string): Kept {
    const ready: Kept['ready'] = new Map()
    let history: SeatHistory | null = null
    const read = async (): Promise<SeatHistory> => {
      try {
        const said = await this.#read(id)
        if (!history) history = new SeatHistory(said)
        else if (history.take(said)) ready.clear()
        return history
      } catch (error) {
        // Hidden or taken back meanwhile: it is not for everybody any more.
        if ((error as { code?: unknown }).code === 'PT404') this.#kept.drop(id)
        else log.warn(`What is free could not be read (${nameOfError(error)}).`)
        throw error
      }
    }
    return { history: new Fresh(read, this.#clock), ready }
  }

  #read(id: string): Promise<AvailabilityWire> {
    return asVisitor(this.#database, async (sql) => {
      const [row] = await sql.query<{ said: AvailabilityWire | string }>(
        'select public.seat_availability($1::uuid) as said',
        [id],
      )
      return typeof row!.said === 'string' ? (JSON.parse(row!.said) as AvailabilityWire) : row!.said
    })
  }
}

const ARGUMENTS = new Set(['p_ticket_category_id', 'p_since', 'apikey'])

/** Reads the arguments; null for anything that the function itself should judge. */
function askedBy(request: IncomingMessage, url: URL): { id: string; since: string | null } | null {
  const id = url.searchParams.get('p_ticket_category_id')
  const since = url.searchParams.get('p_since')
  const key = url.searchParams.get('apikey') ?? request.headers['apikey']
  if (key !== EMBEDDED_PUBLISHABLE_KEY || id === null) return null
  for (const name of url.searchParams.keys()) if (!ARGUMENTS.has(name)) return null
  return { id, since: since !== null && VERSION.test(since) ? since : null }
}

function makeAnswer(
  history: SeatHistory,
  version: string | null,
  again: number,
  encoding: Encoding | null,
): Promise<Answer> {
  const { taken, ...said } = history.now
  const changes = version === null ? null : history.since(version)
  const isShorter = changes !== null && changes.added.length + changes.gone.length <= taken.length
  return publicAnswer({ ...said, again, ...(isShorter ? changes : { taken }) }, encoding)
}
