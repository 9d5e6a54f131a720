import { createHmac, timingSafeEqual } from 'node:crypto'
import { readAccessToken } from '../auth/access-token.ts'

/** How many requests of one sender are answered at once, and how many may wait. */
export interface Share {
  atOnce: number
  waiting: number
}

interface Sender {
  running: number
  waiting: ((place: boolean) => void)[]
}

/** How long a request may wait for its place, in milliseconds. */
const PATIENCE_MS = 30_000

/**
 * Gives each sender some places, so that one who asks for very much at once waits behind themselves and not everybody
 * behind them. Who has nothing under way or waiting is not remembered.
 */
export class FairShare {
  readonly #senders = new Map<string, Sender>()
  readonly #patienceMs: number

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs
  }

  /** Waits for a place in the order of asking; resolves with what gives it back, or null when there is none in time. */
  async take(name: string, share: Share): Promise<(() => void) | null> {
    const sender = this.#senders.get(name) ?? { running: 0, waiting: [] }
    this.#senders.set(name, sender)
    if (sender.running < share.atOnce) sender.running += 1
    else if (sender.waiting.length >= share.waiting || !(await this.#wait(sender))) return null
    return () => this.#giveBack(name, sender)
  }

  #wait(sender: Sender): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (place: boolean): void => {
        clearTimeout(patience)
        resolve(place)
      }
      const patience = setTimeout(() => {
        sender.waiting = sender.waiting.filter((one) => one !== end)
        end(false)
      }, this.#patienceMs)
      sender.waiting.push(end)
    })
  }

  #giveBack(name: string, sender: Sender): void {
    // The place goes straight to the next request in line.
    const next = sender.waiting.shift()
    if (next) {
      next(true)
      return
    }
    sender.running -= 1
    if (sender.running === 0) this.#senders.delete(name)
  }
}

/**
 * Whose session a token is, judged by its signature (HS256) alone: whether it has ended is for the backend to say. Null
 * for a token that this shop has not signed, so that a forged one takes no customer's places.
 */
export function ownerOf(authorization: string | undefined, secret: string): string | null {
  const token = readAccessToken(authorization)
  if (!token) return null
  const expected = createHmac('sha256', secret).update(token.signed).digest()
  const given = Buffer.from(token.signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { sub } = token.claims
  return typeof sub === 'string' ? sub : null
}
