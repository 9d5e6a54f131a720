import { createHash } from 'node:crypto'
import type { Language } from '#platform/text/language.ts'
import { FairShare } from '../api/fair-share.ts'
import { compress, type Encoding } from '../http/http-message.ts'
import { Fresh } from '../sale/fresh.ts'

/** How long one read is used, in ms: a change is in the page a second later. */
const READ_HOLDS_MS = 1_000
/** How long a request waits for a read while an older page could be sent, in ms. */
const PATIENCE_MS = 1_000
/** About 120 kB each with both compressed forms. */
const MAX_PAGES = 200
/** Pages that are read for the first time, at once: for one sender and in all, with those that wait. */
const OF_SENDER = { atOnce: 2, waiting: 50 }
const OF_ALL = { atOnce: 4, waiting: 500 }
/** How long a first read waits for its place, in ms. */
const PLACE_PATIENCE_MS = 5_000
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

/** The database did not answer, or there are too many first reads: the page may exist. */
export const UNREAD = 'unread'

interface Reading {
  /** False when it could not be read. */
  done: Promise<boolean>
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
  readonly #listed: Fresh<ReadonlySet<string>>
  /** The last used last. */
  readonly #kept = new Map<string, Kept<Found>>()
  readonly #readings = new Map<string, Reading>()
  readonly #shares = new FairShare(PLACE_PATIENCE_MS)

  /** @param list every id that has a page: only these are read, whatever ids are guessed */
  constructor(
    read: (id: string) => Promise<Found | null>,
    list: () => Promise<string[]>,
    render: (found: Found, language: Language) => string,
  ) {
    this.#read = read
    this.#render = render
    this.#listed = new Fresh(
      async () => new Set(await list()),
      () => performance.now(),
    )
  }

  /**
   * Returns null when nothing of this id is listed; UNREAD when it cannot be read and was not before, and when its sender
   * has too many first reads under way. A page that was read before is returned as it was when the database fails or takes
   * longer than a second.
   */
  async page(id: string, language: Language, sender: string): Promise<KeptPage | typeof UNREAD | null> {
    const kept = await this.#current(id, sender)
    return kept === null || kept === UNREAD ? kept : this.#pageOf(id, kept, language)
  }

  /** Returns what a page is made of, as `page` does. */
  async found(id: string, sender: string): Promise<Found | typeof UNREAD | null> {
    const kept = await this.#current(id, sender)
    return kept === null || kept === UNREAD ? kept : kept.found
  }

  async #current(id: string, sender: string): Promise<Kept<Found> | typeof UNREAD | null> {
    const known = this.#kept.get(id)
    if (known) {
      if (known.readAt < performance.now() - READ_HOLDS_MS) await this.#readOnce(id, () => this.#readAgain(id)).waited
    } else {
      const listed = await this.#listed.get()
      if (listed === null) return UNREAD
      if (!listed.has(id)) return null
      if (!(await this.#readOnce(id, () => this.#readInTurn(id, sender)).done)) return UNREAD
    }
    return this.#kept.get(id) ?? null
  }

  #pageOf(id: string, kept: Kept<Found>, language: Language): KeptPage {
    this.#use(id, kept)
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

  /** Reads a page for the first time, in a place of its sender and one of all. */
  async #readInTurn(id: string, sender: string): Promise<boolean> {
    const own = await this.#shares.take(sender, OF_SENDER)
    const place = own && (await this.#shares.take('all', OF_ALL))
    const isRead = place !== null && (await this.#readAgain(id))
    place?.()
    own?.()
    return isRead
  }

  /** Reads once for all who ask meanwhile, whether for the first time or again. */
  #readOnce(id: string, read: () => Promise<boolean>): Reading {
    const running = this.#readings.get(id)
    if (running) return running
    const done = read().finally(() => this.#readings.delete(id))
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

  async #readAgain(id: string): Promise<boolean> {
    // When it begins: what changes during the read may not be in its answer.
    const readAt = performance.now()
    try {
      const found = await this.#read(id)
      if (found) this.#use(id, { found, readAt, pages: this.#kept.get(id)?.pages ?? new Map() })
      else this.#kept.delete(id)
      return true
    } catch {
      // What was read before holds for another second.
      const known = this.#kept.get(id)
      if (known) known.readAt = readAt
      return false
    }
  }

  #use(id: string, kept: Kept<Found>): void {
    this.#kept.delete(id)
    this.#kept.set(id, kept)
  }
}
