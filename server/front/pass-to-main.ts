import { Agent, request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { Agent as SafeAgent, request as askSafely } from 'node:https'
import { Readable } from 'node:stream'
import { textAnswer, type Answer } from '../http/http-message.ts'

/** Headers of one connection; all others describe the request or its answer and are passed on. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'te', 'trailer'])
/** An upload by a slow phone takes minutes; a main server that is gone is known at once. */
const PATIENCE_MS = 310_000

interface Passed {
  method: string | undefined
  /** With its query, as it was asked. */
  target: string
  headers: IncomingHttpHeaders
  body: Buffer | IncomingMessage
}

const unreachable = (): Answer =>
  textAnswer(503, 'This part of the shop is not open just now. Please try again.', { 'retry-after': '5' })

/**
 * Returns a function that lets the main server answer a request, as if it had come there itself: with the same headers,
 * so that the main server's own checks and limits see the same sender.
 */
export function passTo(main: string): (passed: Passed) => Promise<Answer> {
  const { protocol, hostname, port } = new URL(main)
  const isSafe = protocol === 'https:'
  const agent = isSafe ? new SafeAgent({ keepAlive: true }) : new Agent({ keepAlive: true })
  return ({ method = 'GET', target, headers, body }) =>
    new Promise((resolve) => {
      const kept = Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)))
      // A body without one of these would be read as requests of its own, whose answers other people then get.
      const isChunked = headers['transfer-encoding'] !== undefined
      const hasBody = isChunked || headers['content-length'] !== undefined
      const length = Buffer.isBuffer(body)
        ? { 'content-length': String(body.length) }
        : isChunked
          ? { 'transfer-encoding': 'chunked' }
          : {}
      // Never an address made of the target: `//other.example` would name another server.
      const asked = (isSafe ? askSafely : ask)({
        ...{ hostname, port, method, path: target, agent, timeout: PATIENCE_MS },
        headers: { ...kept, ...length },
      })
      asked.once('response', (answer) => resolve(answerOf(answer, method)))
      asked.once('timeout', () => asked.destroy(new Error('The main server is slow.')))
      asked.on('error', () => resolve(unreachable()))
      if (Buffer.isBuffer(body)) asked.end(body)
      else if (!hasBody) asked.end()
      else {
        body.once('aborted', () => asked.destroy())
        // The main server may refuse by the headers alone; without this they leave with the first bytes.
        asked.flushHeaders()
        body.pipe(asked)
        // It answered early and has gone: browsers read the answer only after the rest of their body has left.
        asked.once('close', () => body.resume())
      }
    })
}

function answerOf(answer: IncomingMessage, method: string): Answer {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(answer.headers))
    if (value !== undefined && !HOP_BY_HOP.has(name)) headers[name] = Array.isArray(value) ? value.join(', ') : value
  const status = answer.statusCode ?? 502
  const isEmpty = method === 'HEAD' || status === 204 || status === 304
  if (isEmpty) answer.resume()
  return { status, headers, body: isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>) }
}
