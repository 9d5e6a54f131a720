import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { EMBEDDED_PUBLISHABLE_KEY } from '../../../src/platform/supabase/embedded-key.ts'
import { encode, headerOf, HttpPool, type Reply } from './http-client.ts'

/** What browsers send with a question of a page. */
export const FROM_BROWSER = {
  accept: 'application/json',
  'accept-encoding': 'gzip, br',
  apikey: EMBEDDED_PUBLISHABLE_KEY,
}

/** Returns the path that asks for a category's taken seats; with `since`, a version, for the changes after it. */
export const availabilityPath = (category: string, since: string | null = null): string =>
  `/rest/v1/rpc/seat_availability?p_ticket_category_id=${category}` +
  (since === null ? '' : `&p_since=${encodeURIComponent(since)}`)

export interface Availability {
  version: string
  /** Seconds until the client asks again. */
  again: number
  /** Every seat that the answer names: what is taken, or what changed. */
  seats: ReadonlySet<string>
}

const MAX_KEPT = 4_000
const SEAT = /"([A-Z]{1,3}\d{1,5})"/g
/** By their bytes: thousands of clients get the same answer, which is read once. */
const kept = new Map<string, Availability>()

const READERS: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

export const textOf = (reply: Reply): string =>
  (READERS[headerOf(reply, 'content-encoding') ?? ''] ?? ((body: Buffer) => body))(reply.body).toString()

/** @throws {Error} for an answer without `version` or `again` */
export function readAvailability(reply: Reply): Availability {
  const bytes = reply.body.toString('latin1')
  const known = kept.get(bytes)
  if (known) return known
  const text = textOf(reply)
  const { version, again } = JSON.parse(text) as { version?: unknown; again?: unknown }
  if (typeof version !== 'string' || typeof again !== 'number')
    throw new Error(`seat_availability answered without version or again: ${text.slice(0, 200)}`)
  const read = { version, again, seats: new Set([...text.matchAll(SEAT)].map(([, seat]) => seat!)) }
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(bytes, read)
  return read
}

/** Returns the answer as it is sent without compression. @throws {Error} when this shop has no such function */
export async function requireAvailability(url: string, category: string): Promise<Buffer> {
  const pool = new HttpPool(url, 1)
  try {
    const reply = await pool.ask(
      encode({
        path: availabilityPath(category),
        headers: { accept: 'application/json', apikey: EMBEDDED_PUBLISHABLE_KEY },
      }),
    )
    if (reply.status !== 200)
      throw new Error(`This shop has no seat_availability: ${reply.status} ${reply.body.toString().slice(0, 200)}`)
    readAvailability(reply)
    return Buffer.from(reply.body)
  } finally {
    pool.close()
  }
}
