import { createHmac, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { isSameSecret } from '../auth/same-secret.ts'
import { every } from '../every.ts'
import { bodies } from '../http/bodies.ts'
import { textAnswer, type Answer } from '../http/http-message.ts'
import type { Snapshot } from '../sale/figures.ts'
import type { passTo } from './pass-to-main.ts'

/** The address to which fronts report their figures, for the operator's page. */
const REPORTS_PATH = '/live/fronts'
const EVERY_MS = 2_000
const KEPT_MS = 8_000
const MAX_BYTES = 64 * 1024
const MOST_FRONTS = 100

const signatureOf = (body: Buffer, secret: string): string =>
  createHmac('sha256', secret).update('front ').update(body).digest('base64url')

/** Sends the main server a front's figures every two seconds. Returns a stop function. */
export function startReports(
  pass: ReturnType<typeof passTo>,
  secret: string,
  host: string,
  read: () => Snapshot,
): () => Promise<void> {
  const id = randomBytes(6).toString('hex')
  const send = async (): Promise<void> => {
    const body = Buffer.from(JSON.stringify({ id, at: Date.now(), snapshot: read() }))
    const headers = { host, 'content-type': 'application/json', authorization: `Front ${signatureOf(body, secret)}` }
    const { body: said } = await pass({ method: 'POST', target: REPORTS_PATH, headers, body })
    if (said && !Buffer.isBuffer(said)) await said.cancel()
  }
  return every(EVERY_MS, null, send)
}

/** What the fronts of a main server said within the last seconds. */
export class Reports {
  readonly #secret: string
  readonly #clock: () => number
  readonly #fronts = new Map<string, { at: number; snapshot: Snapshot }>()

  constructor(secret: string, clock: () => number = Date.now) {
    this.#secret = secret
    this.#clock = clock
  }

  get latest(): [id: string, snapshot: Snapshot][] {
    const from = this.#clock() - KEPT_MS
    for (const [id, { at }] of this.#fronts) if (at < from) this.#fronts.delete(id)
    return [...this.#fronts].map(([id, { snapshot }]) => [id, snapshot])
  }

  /** Returns null for every other address. Only who knows the shop's secret is heard. */
  async answer(request: IncomingMessage, pathname: string): Promise<Answer | null> {
    if (pathname !== REPORTS_PATH) return null
    if (request.method !== 'POST') return textAnswer(405, 'Fronts report here.', { allow: 'POST' })
    const body = await bodies.read(request, MAX_BYTES)
    const given = /^Front (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    if (!Buffer.isBuffer(body) || !isSameSecret(given, signatureOf(body, this.#secret)))
      return { ...textAnswer(401, 'Only fronts of this shop report here.'), close: true }
    const { id, at, snapshot } = JSON.parse(body.toString('utf8')) as { id: string; at: number; snapshot: Snapshot }
    // A repeated report must not bring back an old state; the machines' clocks may differ a little.
    if (Math.abs(this.#clock() - at) < KEPT_MS && (this.#fronts.size < MOST_FRONTS || this.#fronts.has(id)))
      this.#fronts.set(id, { at: this.#clock(), snapshot })
    return { status: 204, headers: { 'cache-control': 'no-store' }, body: null }
  }
}
