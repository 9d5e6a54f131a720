import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Of one body. */
const MOST_BYTES = 32 * 1024 * 1024
const LONGEST_MS = 15_000
/** Each is read through memory: of one sender so many at once. */
const MOST_AT_ONCE = 8
const LINGER_MS = 1_000

const reading = new Map<string, number>()

/**
 * Drops the rest of a body that was refused, within bounds. Most senders read the answer only when all of it has left, so it is
 * read; of the ninth at once of one sender nothing is, and its connection is cut a second later.
 */
async function dropRest(request: IncomingMessage, sender: string): Promise<void> {
  if (request.readableEnded || request.destroyed) return
  const already = reading.get(sender) ?? 0
  if (already >= MOST_AT_ONCE) {
    await new Promise((resolve) => setTimeout(resolve, LINGER_MS))
    request.destroy()
    return
  }
  reading.set(sender, already + 1)
  await readRest(request)
  const left = (reading.get(sender) ?? 1) - 1
  if (left > 0) reading.set(sender, left)
  else reading.delete(sender)
}

function readRest(request: IncomingMessage): Promise<void> {
  let rest = MOST_BYTES
  return new Promise((resolve) => {
    const timer = setTimeout(() => request.destroy(), LONGEST_MS)
    request.on('data', (part: Buffer) => {
      rest -= part.length
      if (rest < 0) request.destroy()
    })
    for (const end of ['end', 'close', 'error'] as const) {
      request.once(end, () => {
        clearTimeout(timer)
        resolve()
      })
    }
    request.resume()
  })
}

export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer | ReadableStream<Uint8Array> | null
  /** Closes the connection: the rest of the request was not read. */
  close?: boolean
}

export const jsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: Buffer.from(JSON.stringify(value)),
})

export const textAnswer = (status: number, text: string, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: Buffer.from(`${text}\n`),
})

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Returns the entity tags of a request's If-None-Match, weak ones as strong; without it one that is none. */
export const knownTags = (headers: IncomingMessage['headers']): string[] =>
  (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

export type Encoding = 'br' | 'gzip'

export function acceptedEncoding(header: string | undefined): Encoding | null {
  const accepted = new Map<string, number>()
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [name = '', ...params] = part.split(';').map((one) => one.trim())
    const quality = params.find((one) => one.startsWith('q='))
    if (name) accepted.set(name, quality ? Number(quality.slice(2)) : 1)
  }
  const quality = (name: string) => accepted.get(name) ?? accepted.get('*') ?? 0
  if (quality('br') > 0) return 'br'
  return quality('gzip') > 0 ? 'gzip' : null
}

export const compress = (bytes: Buffer, encoding: Encoding, level: number): Promise<Buffer> =>
  encoding === 'br'
    ? brotli(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : gzipped(bytes, { level: 6 })

export const COMPRESS_FROM_BYTES = 1_024
const LIVE_QUALITY = 4

async function compressed(request: IncomingMessage, answer: Answer): Promise<Answer> {
  const { body, headers } = answer
  const type = headers['content-type'] ?? ''
  if (!Buffer.isBuffer(body) || body.length < COMPRESS_FROM_BYTES || headers['content-encoding']) return answer
  if (!/^(application\/(.+\+)?json|text\/)/.test(type)) return answer
  const vary = { vary: headers.vary ?? 'Accept-Encoding' }
  const encoding = acceptedEncoding(request.headers['accept-encoding'])
  if (!encoding) return { ...answer, headers: { ...headers, ...vary } }
  const smaller = await compress(body, encoding, LIVE_QUALITY)
  return { ...answer, body: smaller, headers: { ...headers, ...vary, 'content-encoding': encoding } }
}

/** Sends an answer; its own headers come over those of `everywhere`. `sender`: whose unread bodies are dropped together. */
export async function send(
  request: IncomingMessage,
  response: ServerResponse,
  given: Answer,
  everywhere: Readonly<Record<string, string>> = {},
  sender = '',
): Promise<void> {
  const answer = await compressed(request, given)
  const { body } = answer
  const bodiless = answer.status === 204 || answer.status === 304
  // All at once: set one by one, Node copies and checks each of them twice.
  const headers: Record<string, string | number> = { ...everywhere, ...answer.headers }
  if (Buffer.isBuffer(body) && !bodiless) headers['content-length'] = body.length
  if (answer.close) headers['connection'] = 'close'
  response.writeHead(answer.status, headers)
  if (answer.close) {
    if (Buffer.isBuffer(body) && request.method !== 'HEAD') response.write(body)
    await dropRest(request, sender)
    response.end()
    return
  }
  if (request.method === 'HEAD' || bodiless || body === null) {
    if (body && !Buffer.isBuffer(body)) await body.cancel()
    response.end()
  } else if (Buffer.isBuffer(body)) {
    response.end(body)
  } else {
    await pipeline(Readable.fromWeb(body), response)
  }
}
