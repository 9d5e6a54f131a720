import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { compress, type Answer, type Encoding } from '../http/http-message.ts'

const QUALITY = 5
/** Fewer than for other answers: this one is compressed once for everybody. */
const COMPRESS_FROM_BYTES = 512

/** Makes an answer that is the same for everybody: with an ETag, compressed once, kept by caches for `seconds`. */
export async function publicAnswer(value: unknown, encoding: Encoding | null, seconds = 1): Promise<Answer> {
  const body = Buffer.from(JSON.stringify(value))
  const mark = createHash('sha256').update(body).digest('base64url').slice(0, 16)
  const isSmall = body.length < COMPRESS_FROM_BYTES
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': `public, max-age=${seconds}`,
    etag: `"${mark}${encoding && !isSmall ? `-${encoding}` : ''}"`,
    vary: 'Accept-Encoding',
  }
  if (!encoding || isSmall) return { status: 200, headers, body }
  return {
    status: 200,
    headers: { ...headers, 'content-encoding': encoding },
    body: await compress(body, encoding, QUALITY),
  }
}

/** Leaves out the body of an answer that the sender has. */
export function unlessKnown(request: Pick<IncomingMessage, 'headers'>, answer: Answer): Answer {
  const known = request.headers['if-none-match']
  return known !== undefined && known === answer.headers['etag'] ? { ...answer, status: 304, body: null } : answer
}
