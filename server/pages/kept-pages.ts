import { createHash } from 'node:crypto'
import type { Language } from '#platform/text/language.ts'
import { compress, type Encoding } from '../http/http-message.ts'

/** How long one read is used, in ms: a change is in the page a second later. */
const READ_HOLDS_MS = 1_000
/** How long a request waits for a read while an older page could be sent, in ms. */
const PATIENCE_MS = 1_000
/** About 120 kB each with both compressed forms. */
const MAX_PAGES = 200
const MAX_MISSING = 1_000
/** Reads at once of ids that have no page yet: guessed ones must not fill the database's connections. */
const MAX_NEW = 4
const LIVE_QUALITY = 5

/** A page's bytes with what is made of them once: the mark for its ETag and the compressed forms. */
export class KeptPage {
  readonly bytes: Buffer
  readonly mark: string
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(bytes: Buffer) {
    this.bytes = bytes
    this.mark = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const made = this.#compressed.get(encoding)
    if (made) return made
    const making = compress(this.bytes, encoding, LIVE_QUALITY)
    this.#compressed.set(encoding, making)
    making.catch(() => this.#compressed.delete(encoding))
    return making
  }
}

interface Kept<Found> {
  found: Found
  /** On the clock of `performance`: the machine's time of day may be set back. */
  readAt: number
  pages: Map<Language, { page: KeptPage; readAt: number }>
}

interface Reading {
  done: Promise<void>
  /** Resolves with `done`, or after PATIENCE_MS. */
  waited: Promise<void>
}

/**
 * Keeps the pages of what was last asked for. A page is at most a second behind the database: it is read again, once for
 * all who ask and all languages, by the first request after that second. Only when the bytes differ is there a new page.
 */
export class KeptPages<Found extends object> {
  readonly #read: (id: string) => Promise<Found | null>
  readonly #render: (found: Found, language: Language) => string
  /** The last used last, as the other map. */
  readonly #kept = new Map<string, Kept<Found>>()
  /** Ids that a read did not find, with its time; apart, so that guessed ids displace no page. */
  readonly #missing = new Map<string, number>()
  readonly #readings = new Map<string, Reading>()
  readonly #new = new Set<Promise<void>>()

  constructor(read: (id: string) => Promise<Found | null>, render: (found: Found, language: Language) => string) {
    this.#read = read
    this.#render = render
  }

  /**
   * Returns null when there is nothing of this id, or when it cannot be read and was not before. A page that was read
   * before is returned as it was when the database fails or takes longer than a second.
   */
  async page(id: string, language: Language): Promise<KeptPage | null> {
    const since = performance.now() - READ_HOLDS_MS
    const known = this.#kept.get(id)
    if (known) {
      if (known.readAt < since) await this.#readOnce(id).waited
    } else if ((this.#missing.get(id) ?? -Infinity) < since) {
      await this.#readNew(id)
    }
    const kept = this.#kept.get(id)
    return kept ? this.#pageOf(id, kept, language) : null
  }

  #pageOf(id: string, kept: Kept<Found>, language: Language): KeptPage {
    use(this.#kept, id, kept)
    const last = kept.pages.get(language)
    if (last?.readAt === kept.readAt) return last.page
    const bytes = Buffer.from(this.#render(kept.found, language))
    const page = last?.page.bytes.equals(bytes) ? last.page : new KeptPage(bytes)
    kept.pages.set(language, { page, readAt: kept.readAt })
    if (!last) this.#forgetOldest()
    return page
  }

  #forgetOldest(): void {
    let count = 0
    for (const { pages } of this.#kept.values()) count += pages.size
    for (const [id, { pages }] of this.#kept) {
      if (count <= MAX_PAGES) return
      this.#kept.delete(id)
      count -= pages.size
    }
  }

  async #readNew(id: string): Promise<void> {
    while (this.#new.size >= MAX_NEW && !this.#readings.has(id)) await Promise.race(this.#new)
    const { done } = this.#readOnce(id)
    this.#new.add(done)
    await done
    this.#new.delete(done)
  }

  #readOnce(id: string): Reading {
    const running = this.#readings.get(id)
    if (running) return running
    const done = this.#readAgain(id, performance.now()).finally(() => this.#readings.delete(id))
    const waited = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PATIENCE_MS)
      void done.finally(() => {
        clearTimeout(timer)
        resolve()
      })
    })
    const reading = { done, waited }
    this.#readings.set(id, reading)
    return reading
  }

  /** @param readAt when the read begins: what changes during it may not be in its answer */
  async #readAgain(id: string, readAt: number): Promise<void> {
    try {
      const found = await this.#read(id)
      if (found) {
        this.#missing.delete(id)
        use(this.#kept, id, { found, readAt, pages: this.#kept.get(id)?.pages ?? new Map() })
      } else {
        this.#kept.delete(id)
        use(this.#missing, id, readAt)
        const [oldest] = this.#missing.keys()
        if (this.#missing.size > MAX_MISSING && oldest !== undefined) this.#missing.delete(oldest)
      }
    } catch {
      // What was read before holds for another second.
      const known = this.#kept.get(id)
      if (known) known.readAt = readAt
    }
  }
}

function use<Value>(map: Map<string, Value>, id: string, value: Value): void {
  map.delete(id)
  map.set(id, value)
}
