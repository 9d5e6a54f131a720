import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import { changesFrom, eventsFromAt } from '#shop/catalogue/catalogue-rows.ts'
import type { Database } from '../database/database.ts'
import { acceptedEncoding, type Answer } from '../http/http-message.ts'
import { log, nameOfError } from '../log.ts'
import { asVisitor } from '../pages/event-read.ts'
import { Fresh } from './fresh.ts'
import { publicAnswer, unlessKnown } from './public-answer.ts'

export const CATALOGUE_PATH = '/rest/v1/rpc/read_catalogue'

const FRESH_MS = 1_000
/** After so long a version with changes around its moment is followed by a quiet one. */
const SETTLED_MS = 3 * 60_000
const DAY_MS = 24 * 3_600_000
/** Answers kept of a version, one for each earlier version that a device may have. The database answers for more. */
const MOST_KEPT = 300
/** How a device writes an instant, and `sync_point` a mark. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const MARK = /^\d{1,16}\.[0-9a-f]{32}$/

interface Asked {
  eventsFrom: string | null
  mark: string | null
  since: string | null
}

/** Calls that only read, by the beginnings of their names: devices make them all the time. */
const READS = /^\/rest\/v1\/rpc\/(?:my|read|check|find|list|search|taken|sync|account|record|touch)_/

/** Returns true for a request after which the catalogue may be another. */
export const mayChangeCatalogue = (method: string | undefined, pathname: string): boolean =>
  method !== 'GET' && method !== 'HEAD' && pathname.startsWith('/rest/v1/') && !READS.test(pathname)

/** What `read_catalogue` returns. */
interface Said {
  until: string | null
  mark: string | null
  [part: string]: unknown
}

interface Version {
  until: string
  mark: string | null
  /** Names what changed around `until`: another digest is another version. */
  changes: string
  /** True when nothing did: who has this version hears a few bytes. */
  isQuiet: boolean
  /** Answers of this version, by what was asked and how it is packed. */
  ready: Map<string, Promise<Answer>>
}

/**
 * Answers `read_catalogue` from memory: the same question gets the same bytes, packed once, with an ETag. At most once
 * a second, and after each write that went through this server, one question finds out whether anything changed. All
 * answers of a version name its moment, so devices that came at different times ask for the same changes afterwards.
 */
export class Catalogue {
  readonly #database: Pick<Database, 'transaction'>
  readonly #clock: () => number
  readonly #version: Fresh<Version | null>
  #last: Version | null = null

  constructor(database: Pick<Database, 'transaction'>, clock: () => number = Date.now) {
    this.#database = database
    this.#clock = clock
    this.#version = new Fresh(() => this.#current(), clock, FRESH_MS)
  }

  /** Makes the next answer look for changes first. Call it after a write that may have changed the catalogue. */
  doubt(): void {
    this.#version.doubt()
  }

  /** Returns null for what the database itself should answer: another method, key or caller, other arguments. */
  async answer(request: IncomingMessage, url: URL): Promise<Answer | null> {
    if (url.pathname !== CATALOGUE_PATH || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    if (!isVisitor(request, url)) return null
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    // The address as it came: what thousands ask is not read again.
    const key = `${encoding} ${url.search}`
    const asked = this.#last?.ready.has(key) ? null : askedIn(url, this.#clock())
    if (asked === 'other') return null
    const version = await this.#version.get()
    if (!version) return null
    let ready = version.ready.get(key)
    if (!ready) {
      const wanted = asked ?? askedIn(url, this.#clock())
      if (wanted === 'other' || version.ready.size >= MOST_KEPT) return null
      ready = this.#read(wanted).then((said) =>
        // What is read later than the version's moment says more than it claims, which is never wrong.
        publicAnswer({ ...said, until: version.until, mark: version.mark }, encoding),
      )
      version.ready.set(key, ready)
      ready.catch((error: unknown) => {
        version.ready.delete(key)
        log.warn(`The catalogue could not be read (${nameOfError(error)}).`)
      })
    }
    const answer = await ready.catch(() => null)
    return answer && unlessKnown(request, answer)
  }

  /** Returns the last version while nothing has changed since, else a new one; null while the database names no moment. */
  async #current(): Promise<Version | null> {
    try {
      const last = this.#last
      if (last) {
        const isSettled = last.isQuiet || this.#clock() - Date.parse(last.until) < SETTLED_MS
        if (digestOf(await this.#read(changesOf(last))) === last.changes && isSettled) return last
      }
      const { until, mark } = await this.#point()
      if (until === null) return (this.#last = null)
      const around = await this.#read(changesOf({ until, mark }))
      const isQuiet = Object.values(around).every(
        (part) => !Array.isArray(part) || part === around['terms'] || part.length === 0,
      )
      this.#last = { until, mark, changes: digestOf(around), isQuiet, ready: new Map() }
      return this.#last
    } catch (error) {
      this.#last = null
      log.warn(`The catalogue could not be read (${nameOfError(error)}).`)
      throw error
    }
  }

  #point(): Promise<Said> {
    return this.#ask('public.sync_point()', [])
  }

  #read({ eventsFrom, mark, since }: Asked): Promise<Said> {
    return this.#ask('public.read_catalogue($1::text, $2::timestamptz, $3::timestamptz)', [mark, since, eventsFrom])
  }

  #ask(call: string, params: readonly unknown[]): Promise<Said> {
    return asVisitor(this.#database, async (sql) => {
      const [row] = await sql.query<{ said: Said | string }>(`select ${call} as said`, params)
      return typeof row!.said === 'string' ? (JSON.parse(row!.said) as Said) : row!.said
    })
  }
}

const changesOf = ({ until, mark }: Pick<Version, 'until' | 'mark'>): Asked => ({
  mark,
  since: changesFrom(until),
  eventsFrom: null,
})

/** Names all that an answer says but its moment. */
function digestOf({ until: _until, mark: _mark, ...said }: Said): string {
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

const ARGUMENTS = new Set(['p_events_from', 'p_mark', 'p_since', 'apikey'])

function isVisitor({ headers: { apikey, authorization } }: IncomingMessage, url: URL): boolean {
  if ((apikey ?? url.searchParams.get('apikey')) !== EMBEDDED_PUBLISHABLE_KEY) return false
  return authorization === undefined || authorization === `Bearer ${EMBEDDED_PUBLISHABLE_KEY}`
}

/** Reads the arguments; 'other' for what the function itself should judge, and for days that no device asks for. */
function askedIn(url: URL, now: number): Asked | 'other' {
  const said = (name: string): string | null => url.searchParams.get(name)
  for (const name of url.searchParams.keys()) if (!ARGUMENTS.has(name)) return 'other'
  const [eventsFrom, mark, since] = [said('p_events_from'), said('p_mark'), said('p_since')]
  const days = [-DAY_MS, 0, DAY_MS].map((ms) => eventsFromAt(now + ms))
  if (eventsFrom !== null && !days.includes(eventsFrom)) return 'other'
  if ((mark !== null && !MARK.test(mark)) || (since !== null && !INSTANT.test(since))) return 'other'
  return { eventsFrom, mark, since }
}
