import type { IncomingMessage } from 'node:http'
import { POSTER_BUCKET, POSTERS_AT } from '#shop/catalogue/about/poster-files.ts'
import { isPosterFile } from '#shop/catalogue/about/poster-rules.ts'
import { isLogoFile } from '#shop/settings/logo.ts'
import { knownTags, textAnswer, type Answer } from '../http/http-message.ts'
import type { StoredFiles } from './stored-files.ts'

const FOREVER = 'public, max-age=31536000, immutable'

/** Serves posters and the shop's logo to everybody at the address that hosted Supabase has for its public bucket, and no other file. */
export class Posters {
  readonly #files: Pick<StoredFiles, 'readObject'>

  constructor(files: Pick<StoredFiles, 'readObject'>) {
    this.#files = files
  }

  /** Returns null for addresses elsewhere; the API guard answers those of other buckets. */
  async answer(request: Pick<IncomingMessage, 'method' | 'headers'>, pathname: string): Promise<Answer | null> {
    if (!pathname.startsWith(POSTERS_AT)) return null
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return { ...textAnswer(405, 'This address is only for reading.', { allow: 'GET, HEAD' }), close: true }
    const name = pathname.slice(POSTERS_AT.length)
    // The name is not decoded: an encoded slash or dot fits none.
    const file = isPosterFile(name) || isLogoFile(name) ? await this.#files.readObject(POSTER_BUCKET, name) : null
    if (!file) return textAnswer(404, 'There is no such poster.')
    const headers = { 'content-type': file.mimetype, 'cache-control': FOREVER, etag: file.eTag }
    if (knownTags(request.headers).includes(file.eTag)) return { status: 304, headers, body: null }
    return { status: 200, headers, body: file.bytes }
  }
}
