import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { isApiPath } from '../api/routes.ts'
import {
  acceptedEncoding,
  compress,
  knownTags,
  COMPRESS_FROM_BYTES,
  textAnswer,
  type Answer,
  type Encoding,
} from '../http/http-message.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.wav': 'audio/wav',
}

const COMPRESSIBLE = new Set([
  '.html',
  '.js',
  '.mjs',
  '.css',
  '.json',
  '.map',
  '.webmanifest',
  '.svg',
  '.wasm',
  '.txt',
  '.xml',
])
/** For files that the build did not compress. */
const LIVE_QUALITY = 5
const BUILD_QUALITY = 11

const FOREVER = 'public, max-age=31536000, immutable'
const ALWAYS_ASK = 'no-cache'
/** Where other sites' pages load the button (docs/button.md). */
export const BUTTON_PATH = '/button.js'
/** The one file that other sites may load. */
export const BUTTON_HEADERS = {
  'cache-control': 'public, max-age=3600',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
}

/** True when the name has the content's hash, so that the file never changes. */
export const isHashed = (pathname: string): boolean => /^\/assets\/(?:.*\/)?[^/]+-[\w-]{8}\.[a-z0-9]+$/i.test(pathname)

/** Decodes a request's path; null for one that cannot be a file of ours (bad escapes, `..`, NUL, backslashes). */
export function cleanPath(pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  const bad = decoded.includes('\0') || decoded.includes('\\') || decoded.split('/').some((part) => part === '..')
  return bad || !decoded.startsWith('/') ? null : decoded
}

/**
 * Returns true when a browser or a program asks for a page: then an address without a file is the app's, else it is
 * 404.
 */
export function isNavigation(method: string, pathname: string, headers: IncomingMessage['headers']): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (pathname.startsWith('/assets/') || extname(pathname) in types || isApiPath(pathname)) return false
  if (/^\/(_system|rest|storage)(\/|$)|\/\./.test(pathname)) return false
  // Programs that preview links send sec-fetch-mode: cors, as Node's fetch always does.
  return headers['sec-fetch-mode'] === 'navigate' || /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

interface StaticFile {
  bytes: Buffer
  type: string
  etag: string
  modified: string
  compressible: boolean
  encoded: Partial<Record<Encoding, Promise<Buffer>>>
}

const BROTLI_SUFFIX = '.br'

const etagOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

function readTree(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  const walk = (inside: string): void => {
    for (const entry of readdirSync(inside, { withFileTypes: true })) {
      // Skips the build's notes; `.well-known` is public.
      if (entry.name.startsWith('.') && entry.name !== '.well-known') continue
      const path = join(inside, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && !entry.name.endsWith(BROTLI_SUFFIX)) files.set(nameOf(path), readOne(path))
    }
  }
  const nameOf = (path: string) => `/${relative(folder, path).split(sep).join('/')}`
  const readOne = (path: string): StaticFile => {
    const bytes = readFileSync(path)
    const { mtime, mtimeMs } = statSync(path)
    const made = `${path}${BROTLI_SUFFIX}`
    const ready = existsSync(made) && statSync(made).mtimeMs >= mtimeMs
    return {
      bytes,
      type: types[extname(path).toLowerCase()] ?? 'application/octet-stream',
      etag: etagOf(bytes),
      modified: mtime.toUTCString(),
      compressible: COMPRESSIBLE.has(extname(path).toLowerCase()) && bytes.length >= COMPRESS_FROM_BYTES,
      encoded: ready ? { br: Promise.resolve(readFileSync(made)) } : {},
    }
  }
  walk(folder)
  return files
}

/** Holds the built pages in memory: no request's path reaches the file system. */
export class StaticFiles {
  readonly #files: Map<string, StaticFile>

  constructor(folder: string) {
    this.#files = existsSync(join(folder, 'index.html')) ? readTree(folder) : new Map()
  }

  /** The app's page; '' while nothing is built. */
  get indexHtml(): string {
    return this.textOf('/index.html')
  }

  /** Returns a built file's text; '' without the file. */
  textOf(name: string): string {
    return this.#files.get(name)?.bytes.toString('utf8') ?? ''
  }

  /** Serves another text under a built file's name, compressed as the build does. */
  replace(name: string, text: string): void {
    const file = this.#files.get(name)
    if (!file) return
    const bytes = Buffer.from(text)
    const encoded = { br: compress(bytes, 'br', BUILD_QUALITY) }
    this.#files.set(name, { ...file, bytes, etag: etagOf(bytes), modified: new Date().toUTCString(), encoded })
  }

  /** True for a built file, and for the app's page by its own address. */
  has(pathname: string): boolean {
    return this.#files.has(pathname === '/' ? '/index.html' : pathname)
  }

  async answer(request: IncomingMessage, pathname: string): Promise<Answer> {
    const method = request.method ?? 'GET'
    if (this.#files.size === 0) {
      return textAnswer(503, 'The pages of this shop are not built yet. Run npm start, or npm run build.', {
        'retry-after': '10',
      })
    }
    const path = cleanPath(pathname)
    if (path === null) return textAnswer(400, 'This address cannot be read.')
    const navigation = isNavigation(method, path, request.headers)
    const name = path === '/' ? '/index.html' : path
    const file = this.#files.get(name) ?? (navigation ? this.#files.get('/index.html') : undefined)
    if (!file) return textAnswer(404, 'There is nothing at this address.')
    if (method !== 'GET' && method !== 'HEAD')
      return textAnswer(405, 'This address is only for reading.', { allow: 'GET, HEAD' })
    return this.#serve(request, file, isHashed(name) && this.#files.has(name) ? FOREVER : ALWAYS_ASK)
  }

  async #serve(request: IncomingMessage, file: StaticFile, caching: string): Promise<Answer> {
    const encoding = file.compressible ? acceptedEncoding(request.headers['accept-encoding']) : null
    const etag = `"${file.etag}${encoding ? `-${encoding}` : ''}"`
    const headers: Record<string, string> = {
      'content-type': file.type,
      'cache-control': caching,
      etag,
      'last-modified': file.modified,
      ...(file.compressible && { vary: 'Accept-Encoding' }),
      ...(file === this.#files.get(BUTTON_PATH) && BUTTON_HEADERS),
    }
    if (isUnchanged(request.headers, etag, file)) return { status: 304, headers, body: null }
    if (!encoding) return { status: 200, headers, body: file.bytes }
    const body = await (file.encoded[encoding] ??= compress(file.bytes, encoding, LIVE_QUALITY))
    return { status: 200, headers: { ...headers, 'content-encoding': encoding }, body }
  }
}

function isUnchanged(headers: IncomingMessage['headers'], etag: string, file: StaticFile): boolean {
  if (headers['if-none-match'] !== undefined) {
    const tags = knownTags(headers)
    return tags.includes('*') || tags.includes(etag)
  }
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && Date.parse(file.modified) <= since
}
