import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { EMBEDDED_PUBLISHABLE_KEY } from '#platform/supabase/embedded-key.ts'
import { busy } from '../api/answers.ts'
import type { GivenBody } from '../api/given-body.ts'
import { parseJson } from '../api/request-checks.ts'
import { readAccessToken } from '../auth/access-token.ts'
import type { Database } from '../database/database.ts'
import { wasEnded } from '../database/ended.ts'
import type { SqlCaller } from '../database/session-settings.ts'
import type { Answer } from '../http/http-message.ts'
import { GateLists, type RosterArguments } from './gate-lists.ts'

type Kind = 'uuid' | 'text' | 'numeric' | 'integer' | 'timestamptz' | 'jsonb'
type Answers = 'json' | 'rows' | 'nothing'

/** The calls of a sale and of its queue, and the list of a gate, with their arguments as supabase/schema declares them. */
const CALLS: Readonly<Record<string, { answers: Answers; takes: Readonly<Record<string, Kind>> }>> = {
  taken_seats: { answers: 'json', takes: { p_ticket_category_id: 'uuid' } },
  my_held_seats: { answers: 'json', takes: { p_ticket_category_id: 'uuid' } },
  hold_seats: { answers: 'json', takes: { p_order_id: 'uuid', p_lines: 'jsonb', p_code: 'text' } },
  join_queue: { answers: 'json', takes: { p_event_id: 'uuid' } },
  my_queue_place: { answers: 'json', takes: { p_event_id: 'uuid' } },
  extend_hold: { answers: 'json', takes: { p_order_id: 'uuid' } },
  release_seats: { answers: 'nothing', takes: { p_order_id: 'uuid' } },
  submit_payment: {
    answers: 'json',
    takes: {
      p_order_id: 'uuid',
      p_transaction_id: 'text',
      p_amount: 'numeric',
      p_screenshot_path: 'text',
      p_lines: 'jsonb',
      p_screenshot_sha256: 'text',
    },
  },
  find_order_payment: { answers: 'json', takes: { p_order_id: 'uuid' } },
  check_payment_status: { answers: 'rows', takes: { p_transaction_id: 'text' } },
  gate_roster: {
    answers: 'json',
    takes: { p_event_id: 'uuid', p_after: 'uuid', p_since: 'timestamptz', p_rows: 'integer' },
  },
}

const PATH = /^\/rest\/v1\/rpc\/([a-z_]+)$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PLAIN_ACCEPT = new Set([undefined, '*/*', 'application/json'])
const PLAIN_TYPE = /^application\/json(; ?charset=utf-8)?$/i
/** Refusals of our functions: their SQLSTATE is PT and the status (private.refuse). */
const REFUSED = /^PT([45]\d\d)$/
const HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

interface DatabaseError {
  code?: unknown
  message: string
  detail?: unknown
  hint?: unknown
}

/** True for a request that SaleCalls may answer. */
export const isSaleCall = (method: string | undefined, pathname: string): boolean =>
  method === 'POST' && Object.hasOwn(CALLS, PATH.exec(pathname)?.[1] ?? '')

/**
 * Answers the calls of a sale straight from the database: the same function, caller, limits and answers as the backend's,
 * without its parsing of queries. Null for whatever is not plainly such a call (another token, header or argument, an
 * error that is no refusal of ours): the backend then answers, and nothing has been written.
 */
export class SaleCalls {
  readonly #database: Pick<Database, 'call'>
  readonly #secret: string
  readonly #gateLists = new GateLists()

  constructor(database: Pick<Database, 'call'>, jwtSecret: string) {
    this.#database = database
    this.#secret = jwtSecret
  }

  /** Call it with requests that passed the API guard. */
  async answer(
    method: string | undefined,
    url: URL,
    headers: IncomingHttpHeaders,
    body: GivenBody,
  ): Promise<Answer | null> {
    const name = method === 'POST' ? PATH.exec(url.pathname)?.[1] : undefined
    const call = name === undefined || !Object.hasOwn(CALLS, name) ? undefined : CALLS[name]
    if (!name || !call || !isPlain(url, headers)) return null
    const caller = this.#callerOf(headers.authorization)
    const args = caller && argumentsOf(call.takes, body.value)
    if (!args) return null
    const ask = async (given: RosterArguments): Promise<string> => {
      const named = [...given.keys()].map((argument, n) => `${argument} := $${n + 1}::${call.takes[argument]!}`)
      const text = statement(call.answers, `public.${name}(${named.join(', ')})`)
      const [row] = await this.#database.call<{ said: string | null }>(caller, text, [...given.values()])
      return row?.said ?? 'null'
    }
    try {
      const said = await (name === 'gate_roster' ? this.#gateLists.answer(args, ask) : ask(args))
      if (call.answers === 'nothing') return { status: 204, headers: { 'cache-control': 'no-store' }, body: null }
      return { status: 200, headers: HEADERS, body: Buffer.from(said) }
    } catch (error) {
      return answerToError(error as DatabaseError)
    }
  }

  /** Returns who calls; null unless it is a visitor or a customer whose token is certainly valid now. */
  #callerOf(authorization: string | undefined): SqlCaller | null {
    if (authorization === undefined || authorization === `Bearer ${EMBEDDED_PUBLISHABLE_KEY}`)
      return { id: '', role: 'anon', claims: null }
    const token = readAccessToken(authorization)
    if (!token) return null
    const { sub, role, exp, nbf } = token.claims
    const head = parseJson(Buffer.from(token.signed.split('.')[0]!, 'base64url'))
    const now = Date.now() / 1_000
    const isUsual = head['alg'] === 'HS256' && role === 'authenticated' && typeof sub === 'string' && UUID.test(sub)
    if (!isUsual || typeof exp !== 'number' || exp <= now || nbf !== undefined) return null
    const expected = createHmac('sha256', this.#secret).update(token.signed).digest()
    const given = Buffer.from(token.signature, 'base64url')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    return { id: sub, role, claims: JSON.stringify(token.claims) }
  }
}

function isPlain(url: URL, headers: IncomingHttpHeaders): boolean {
  for (const name of url.searchParams.keys()) if (name !== 'apikey') return false
  return (
    PLAIN_ACCEPT.has(headers.accept) &&
    PLAIN_TYPE.test(headers['content-type'] ?? '') &&
    (headers['content-profile'] ?? 'public') === 'public' &&
    headers['accept-profile'] === undefined &&
    headers['prefer'] === undefined &&
    headers['range'] === undefined
  )
}

/** Returns names and values; null when one is unknown or not of its type, which the backend refuses in its own words. */
function argumentsOf(takes: Readonly<Record<string, Kind>>, given: unknown): Map<string, string | null> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
  const found: [string, string | null][] = []
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(takes, name) ? takes[name] : undefined
    if (kind === undefined || !fits(kind, value)) return null
    found.push([name, value === null ? null : kind === 'jsonb' ? JSON.stringify(value) : String(value)])
  }
  return new Map(found.sort(([one], [other]) => (one < other ? -1 : 1)))
}

function fits(kind: Kind, value: unknown): boolean {
  if (kind === 'jsonb') return isStorable(JSON.stringify(value))
  if (value === null) return true
  if (kind === 'numeric') return typeof value === 'number' && Number.isFinite(value)
  if (kind === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  return typeof value === 'string' && (kind === 'uuid' ? UUID.test(value) : isStorable(value))
}

/** PostgreSQL stores no null character and no half of a surrogate pair. */
const isStorable = (text: string): boolean =>
  !text.includes('\0') && !/\\u(0000|d[89ab][0-9a-f]{2})/i.test(text) && text.isWellFormed()

/** The answer as text, as PostgreSQL writes JSON: nothing is parsed here and written again. */
function statement(answers: Answers, call: string): string {
  if (answers === 'nothing') return `select ${call}`
  if (answers === 'rows') return `select coalesce(json_agg(found), '[]')::text as said from ${call} as found`
  return `select to_json(${call})::text as said`
}

function answerToError(error: DatabaseError): Answer | null {
  const code = String(error.code ?? '')
  const status = REFUSED.exec(code)?.[1]
  if (status !== undefined) {
    const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
    const said = { code, details: text(error.detail), hint: text(error.hint), message: error.message }
    return { status: Number(status), headers: HEADERS, body: Buffer.from(JSON.stringify(said)) }
  }
  return wasEnded(code) ? busy('rest', code) : null
}
