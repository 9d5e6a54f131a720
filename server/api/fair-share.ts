import { createHmac, timingSafeEqual } from 'node:crypto'
import { readAccessToken } from '../auth/access-token.ts'

export interface Share {
  atOnce: number
  waiting: number
}

interface Sender {
  running: number
  waiting: ((place: boolean) => void)[]
}

const PATIENCE_MS = 30_000

/** Limits each sender's concurrent requests, so that a flood delays only its sender. Forgets idle senders. */
export class FairShare {
  readonly #senders = new Map<string, Sender>()
  readonly #patienceMs: number

  constructor(patienceMs = PATIENCE_MS) {
    this.#patienceMs = patienceMs
  }

  /** Waits for a place, first come first served. Resolves with its release, or null when none came in time. */
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
    const next = sender.waiting.shift()
    if (next) {
      next(true)
      return
    }
    sender.running -= 1
    if (sender.running === 0) this.#senders.delete(name)
  }
}

/** Returns the user id of a token with a valid signature (HS256), even an expired one; null for a forged token. */
export function ownerOf(authorization: string | undefined, secret: string): string | null {
  const token = readAccessToken(authorization)
  if (!token) return null
  const expected = createHmac('sha256', secret).update(token.signed).digest()
  const given = Buffer.from(token.signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  const { sub } = token.claims
  return typeof sub === 'string' ? sub : null
}
