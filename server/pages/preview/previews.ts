import type { IncomingMessage } from 'node:http'
import { POSTER_BUCKET, posterFile } from '#shop/catalogue/about/poster-files.ts'
import { logoFile } from '#shop/settings/logo.ts'
import { FairShare } from '../../api/fair-share.ts'
import type { StoredFiles } from '../../files/stored-files.ts'
import { knownTags, textAnswer, type Answer } from '../../http/http-message.ts'
import type { EventPages } from '../event-page.ts'
import { UNREAD } from '../kept-pages.ts'
import type { StaticFiles } from '../static-files.ts'
import { previewMark, previewOf, type Preview } from './preview.ts'
import type { PreviewDrawer } from './preview-drawer.ts'

const PATH = /^\/events\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.png$/i
const FOREVER = 'public, max-age=31536000, immutable'
/** Of all pictures that are kept. */
const MAX_KEPT_BYTES = 24 * 1024 * 1024
/** What could not be drawn is tried again after this, ms. */
const FAILED_MS = 60_000
/** Of one sender, with those that wait. */
const OF_SENDER = { atOnce: 2, waiting: 20 }
const RETRY_AFTER_S = 10

interface Kept {
  mark: string
  png: Promise<Buffer | null>
  bytes: number
}

/** Returns an event's picture; with the shop's own drawing when the uploaded poster cannot be read or drawn. */
export async function drawWith(
  drawer: Pick<PreviewDrawer, 'draw'>,
  preview: Preview,
  files: { stored: (name: string) => Promise<Uint8Array | null>; drawn: (name: string) => string },
): Promise<Buffer | null> {
  const read = (name: string): Promise<Uint8Array | null> => files.stored(name).catch(() => null)
  const jpeg = preview.own === null ? null : await read(posterFile(preview.own, 1280, 'jpg'))
  const logo = preview.logo === '' ? null : await read(logoFile(preview.logo, '96'))
  const svg = files.drawn(preview.drawn)
  const draw = (own: Uint8Array | null): Promise<Buffer | null> =>
    drawer.draw({ preview, pictures: { svg, jpeg: own, logo } })
  return (jpeg && (await draw(jpeg))) ?? draw(null)
}

/** Serves the pictures of events for link previews: drawn when first asked for, kept until something in one changes. */
export class Previews {
  readonly #events: Pick<EventPages, 'found'>
  readonly #draw: (preview: Preview) => Promise<Buffer | null>
  readonly #shares = new FairShare()
  /** One version of each event's, the last used last. */
  readonly #kept = new Map<string, Kept>()

  constructor(
    events: Pick<EventPages, 'found'>,
    drawer: Pick<PreviewDrawer, 'draw'>,
    files: { pages: Pick<StaticFiles, 'textOf'>; stored: Pick<StoredFiles, 'readObject'> },
  ) {
    const stored = async (name: string) => (await files.stored.readObject(POSTER_BUCKET, name))?.bytes ?? null
    const drawn = (name: string): string => files.pages.textOf(`/posters/${name}.svg`)
    this.#events = events
    this.#draw = (preview) => drawWith(drawer, preview, { stored, drawn })
  }

  /** Returns null for addresses elsewhere; 404 for an event that visitors may not read. */
  async answer(
    request: Pick<IncomingMessage, 'method' | 'headers'>,
    { pathname, searchParams }: URL,
    sender: string,
  ): Promise<Answer | null> {
    const id = PATH.exec(pathname)?.[1]?.toLowerCase()
    if (!id) return null
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return { ...textAnswer(405, 'This address is only for reading.', { allow: 'GET, HEAD' }), close: true }
    const found = await this.#events.found(id, sender)
    if (!found) return textAnswer(404, 'There is no such picture.')
    if (found === UNREAD) return later()
    const preview = previewOf(found.event, found.look)
    const mark = previewMark(preview)
    const etag = `"${mark}"`
    const isVersion = searchParams.get('v') === mark
    const headers = { 'content-type': 'image/png', 'cache-control': isVersion ? FOREVER : 'no-cache', etag }
    if (knownTags(request.headers).includes(etag)) return { status: 304, headers, body: null }
    const png = await this.#png(id, mark, preview, sender)
    return png ? { status: 200, headers, body: png } : later()
  }

  async #png(id: string, mark: string, preview: Preview, sender: string): Promise<Buffer | null> {
    if (this.#kept.get(id)?.mark === mark) return this.#use(id).png
    const place = await this.#shares.take(sender, OF_SENDER)
    if (!place) return null
    // Another may have begun meanwhile.
    if (this.#kept.get(id)?.mark !== mark) this.#begin(id, mark, preview)
    return this.#use(id).png.finally(place)
  }

  #begin(id: string, mark: string, preview: Preview): void {
    const kept: Kept = { mark, png: this.#draw(preview), bytes: 0 }
    this.#kept.set(id, kept)
    const drop = (): void => {
      if (this.#kept.get(id) === kept) this.#kept.delete(id)
    }
    kept.png.then((png) => {
      kept.bytes = png?.length ?? 0
      if (!png) setTimeout(drop, FAILED_MS).unref()
      this.#forgetOldest()
    }, drop)
  }

  #use(id: string): Kept {
    const kept = this.#kept.get(id)!
    this.#kept.delete(id)
    this.#kept.set(id, kept)
    return kept
  }

  #forgetOldest(): void {
    let bytes = 0
    for (const kept of this.#kept.values()) bytes += kept.bytes
    for (const [id, kept] of this.#kept) {
      if (bytes <= MAX_KEPT_BYTES) return
      if (kept.bytes === 0) continue
      this.#kept.delete(id)
      bytes -= kept.bytes
    }
  }
}

const later = (): Answer => textAnswer(503, 'This picture is not there yet.', { 'retry-after': String(RETRY_AFTER_S) })
