import type { IncomingMessage } from 'node:http'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import type { Database } from '../../database/database.ts'
import { acceptedEncoding, type Answer, type Encoding } from '../../http/http-message.ts'
import { log, nameOfError } from '../../log.ts'
import { Fresh } from '../fresh.ts'
import { KeptList } from '../kept-list.ts'
import { Pace } from '../pace.ts'
import { publicAnswer, unlessKnown } from '../public-answer.ts'

const PATH = /^\/rest\/v1\/rpc\/queue_(state|place|list)$/
/** Places come in by the minute: a state that is a second old is fresh. */
const FRESH_MS = 1_000
/** A list that is closed never changes. */
const LIST_SECONDS = 86_400
/** Answers a second to those who wait, beside the sale itself. */
const ANSWERS_A_SECOND = 500

/** The concerts to come that everybody may see: most have no queue, and knowing that must cost nothing, too. */
const LISTED = `select e.id from public.events e where e.date > now() - interval '1 day' and e.published_at is not null`

const VISITOR = { id: '', role: 'anon', claims: null } as const

/** What `public.queue_state` returns (supabase/schema/49-queues.sql), as far as the server looks at it. */
interface QueueWire {
  list_hash: string | null
  drawn_at: string | null
}

interface Kept {
  /** Null: the event has no queue. */
  state: Fresh<{ said: QueueWire | null; ready: Map<string, Promise<Answer>> }>
  /** The closed list, ready in each encoding. */
  list: Map<string, Promise<Answer>>
  /** Places by code, read once after the draw; null until then. */
  places: Promise<Map<string, number>> | null
}

/** Answers from memory what those in a queue ask again and again: its state, the place of a code, the closed list. */
export class Queues {
  readonly #database: Pick<Database, 'query' | 'transaction' | 'call'>
  readonly #pace: Pace
  readonly #kept: KeptList<Kept>
  readonly #clock: () => number

  constructor(
    database: Pick<Database, 'query' | 'transaction' | 'call'>,
    pace = new Pace(ANSWERS_A_SECOND),
    clock: () => number = Date.now,
  ) {
    this.#database = database
    this.#pace = pace
    this.#clock = clock
    this.#kept = new KeptList(database, LISTED, (id) => this.#keep(id), clock)
  }

  /** Those who ask for the state of a queue now and then. */
  get waiting(): number {
    return this.#pace.watchers
  }

  /** Returns null for what the database itself should answer, as Availability does. */
  async answer(request: IncomingMessage, url: URL, sender: string): Promise<Answer | null> {
    const what = PATH.exec(url.pathname)?.[1]
    if (what === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return null
    const asked = argumentsOf(request, url, what === 'place' ? ['p_event_id', 'p_code'] : ['p_event_id'])
    const id = asked?.get('p_event_id')
    const kept = id ? await this.#kept.get(id) : undefined
    const now = await kept?.state.get()
    if (!id || !kept || !now) return null
    const encoding = acceptedEncoding(request.headers['accept-encoding'])
    if (what === 'state') return unlessKnown(request, await this.#state(now, sender, encoding))
    if (what === 'list') return this.#listed(id, kept, now.said, request, encoding)
    const place = await this.#placeOf(id, kept, now.said, asked!.get('p_code') ?? '')
    return place === undefined ? null : publicAnswer(place, null, LIST_SECONDS)
  }

  #state(
    { said, ready }: { said: QueueWire | null; ready: Map<string, Promise<Answer>> },
    sender: string,
    encoding: Encoding | null,
  ): Promise<Answer> {
    const again = this.#pace.next(sender)
    const key = `${again}/${encoding ?? ''}`
    let answer = ready.get(key)
    if (!answer) {
      answer = publicAnswer(said && { ...said, again }, encoding)
      ready.set(key, answer)
    }
    return answer
  }

  async #listed(
    id: string,
    kept: Kept,
    said: QueueWire | null,
    request: IncomingMessage,
    encoding: Encoding | null,
  ): Promise<Answer | null> {
    if (!said?.list_hash) return null
    let answer = kept.list.get(encoding ?? '')
    if (!answer) {
      answer = this.#readJson(`select to_json(public.queue_list($1::uuid))::text as said`, id).then((list) =>
        publicAnswer(list, encoding, LIST_SECONDS),
      )
      answer.catch(() => kept.list.clear())
      kept.list.set(encoding ?? '', answer)
    }
    return unlessKnown(request, await answer)
  }

  /** Returns undefined for a code that is not among the drawn ones, as of one who came later. */
  async #placeOf(id: string, kept: Kept, said: QueueWire | null, code: string): Promise<number | undefined> {
    if (!said?.drawn_at) return undefined
    kept.places ??= this.#readPlaces(id)
    kept.places.catch(() => (kept.places = null))
    return (await kept.places).get(code.toUpperCase())
  }

  async #readPlaces(id: string): Promise<Map<string, number>> {
    const [row] = await this.#database.query<{ said: string | null }>('select private.queue_order($1::uuid) as said', [
      id,
    ])
    const codes = (row?.said ?? '').split('\n')
    return new Map(codes.slice(0, -1).map((code, n) => [code, n + 1]))
  }

  #keep(id: string): Kept {
    const read = async () => {
      try {
        const said = (await this.#readJson(`select public.queue_state($1::uuid)::text as said`, id)) as QueueWire | null
        return { said, ready: new Map<string, Promise<Answer>>() }
      } catch (error) {
        log.warn(`A queue could not be read (${nameOfError(error)}).`)
        throw error
      }
    }
    return { state: new Fresh(read, this.#clock, FRESH_MS), list: new Map(), places: null }
  }

  async #readJson(text: string, id: string): Promise<unknown> {
    // One round trip, of statements that the database keeps ready: this is what waiting costs it.
    const [said] = await this.#database.call<{ said: string | null }>(VISITOR, text, [id])
    return said?.said == null ? null : (JSON.parse(said.said) as unknown)
  }
}

/** Returns the arguments; null with another key or another argument. */
function argumentsOf(request: IncomingMessage, url: URL, names: string[]): URLSearchParams | null {
  const asked = url.searchParams
  if ((asked.get('apikey') ?? request.headers['apikey']) !== EMBEDDED_PUBLISHABLE_KEY) return null
  return [...asked.keys()].every((name) => name === 'apikey' || names.includes(name)) ? asked : null
}
