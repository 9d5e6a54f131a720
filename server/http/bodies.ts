import type { IncomingMessage } from 'node:http'
import { textAnswer, type Answer } from './http-message.ts'

const MB = 1024 * 1024

/** Small: the calls of a sale, and 4,000 characters of a contact message in any script. Large ones leave them room. */
export const SMALL_BODY_BYTES = 20 * 1024
/** Bytes of bodies in memory: of an account, of a network's strangers, and large ones of its accounts and in all. */
const MOST = { person: 12 * MB, people: 48 * MB, strangers: 8 * MB, all: 128 * MB }
/** The time for a whole body, in ms: slow phones send a picture at 4 kB a second. The device itself waits three minutes. */
const BASE_MS = 30_000
const BYTES_A_MS = 4
const LONGEST_MS = 290_000

/** Why a body was not read: larger than its limit, longer under way than its size allows, or no room for it now. */
export type Unread = 'too_large' | 'too_slow' | 'no_room'

interface Share {
  name: string
  most: number
}

interface Held {
  network: string
  shares: Share[]
  bytes: number
}

/** Reads bodies within bounds: of size, of time, and of the bytes that one sender and all together have in memory. */
export class Bodies {
  readonly #most: typeof MOST
  readonly #bytes = new Map<string, number>()
  readonly #held = new WeakMap<IncomingMessage, Held>()

  constructor(most = MOST) {
    this.#most = most
  }

  /** Counts what read() keeps of this request to its network, until end(). */
  begin(request: IncomingMessage, network: string): void {
    this.#held.set(request, { network, shares: [], bytes: 0 })
  }

  /** Call it when the request was answered or has gone; again does nothing. */
  end(request: IncomingMessage): void {
    const held = this.#held.get(request)
    if (!held) return
    for (const { name } of held.shares) {
      const left = (this.#bytes.get(name) ?? 0) - held.bytes
      if (left > 0) this.#bytes.set(name, left)
      else this.#bytes.delete(name)
    }
    held.bytes = 0
  }

  /**
   * Reads a request's body of at most `limit` bytes, which arrives within half a minute and a second for each 4 kB.
   * @param person the account that sends it, once its token was checked; strangers share a smaller room by network
   */
  async read(request: IncomingMessage, limit: number, person: string | null = null): Promise<Buffer | Unread> {
    const declared = Number(request.headers['content-length'] ?? limit)
    if (declared > limit) return 'too_large'
    // It may have waited for a place; nothing is heard of its end any more.
    if (request.destroyed) throw new Error('The sender went away.')
    const held = this.#held.get(request)
    if (held) held.shares = this.#sharesOf(held.network, person, limit > SMALL_BODY_BYTES)
    const parts: Buffer[] = []
    let size = 0
    return new Promise((resolve, reject) => {
      const stop = (why: Unread): void => {
        clearTimeout(clock)
        request.off('data', onData)
        request.pause()
        parts.length = 0
        this.end(request)
        resolve(why)
      }
      const onData = (part: Buffer): void => {
        size += part.length
        if (size > limit) stop('too_large')
        else if (held && !this.#keep(held, part.length)) stop('no_room')
        else parts.push(part)
      }
      const clock = setTimeout(() => stop('too_slow'), Math.min(LONGEST_MS, BASE_MS + declared / BYTES_A_MS))
      request.on('data', onData)
      request.once('end', () => {
        clearTimeout(clock)
        resolve(Buffer.concat(parts.splice(0)))
      })
      request.once('error', reject)
      request.once('close', () => {
        clearTimeout(clock)
        reject(new Error('The sender went away.'))
      })
    })
  }

  #sharesOf(network: string, person: string | null, isLarge: boolean): Share[] {
    const { all, people, strangers } = this.#most
    const own =
      person === null ? { name: network, most: strangers } : { name: `person ${person}`, most: this.#most.person }
    if (!isLarge) return [own]
    const near = person === null ? [] : [{ name: `people of ${network}`, most: people }]
    return [own, ...near, { name: 'all', most: all }]
  }

  #keep(held: Held, bytes: number): boolean {
    if (held.shares.some(({ name, most }) => (this.#bytes.get(name) ?? 0) + bytes > most)) return false
    for (const { name } of held.shares) this.#bytes.set(name, (this.#bytes.get(name) ?? 0) + bytes)
    held.bytes += bytes
    return true
  }
}

/** One for the process, whose memory it is. */
export const bodies = new Bodies()

/** The status of the answer about a body that was not read. */
export const UNREAD_STATUS = { too_large: 413, too_slow: 408, no_room: 429 } as const
const WORDS = { too_slow: 'The body took too long; send it again.', no_room: 'Too much at once; send it again.' }

/** Says in words why a body was not read. */
export const unreadAnswer = (why: Unread, tooLarge: string): Answer => ({
  ...textAnswer(UNREAD_STATUS[why], why === 'too_large' ? tooLarge : WORDS[why]),
  close: true,
})
