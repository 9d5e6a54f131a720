import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Figures } from '../sale/figures.ts'
import { bodies } from './bodies.ts'
import { isOurHost, isUnknownProxy, senderOf } from './host-check.ts'
import { send, textAnswer, type Answer } from './http-message.ts'
import { log, nameOfError } from '../log.ts'
import { securityHeaders } from './security-headers.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../startup-error.ts'

export interface WebServer {
  port: number
  /** Waits a few seconds for open requests, then cuts them. */
  close(): Promise<void>
}

/** What answers behind this server's own checks. */
export interface Site {
  /** The app's page, whose inline scripts the policy allows. */
  indexHtml: string
  figures: Pick<Figures, 'count'>
  answer(request: IncomingMessage, url: URL): Promise<Answer>
}

const URL_LIMIT_BYTES = 8 * 1024
const HEADER_LIMIT_BYTES = 32 * 1024
/** Enough for a slow phone that sends a picture. */
const REQUEST_TIMEOUT_MS = 300_000
const HEADERS_TIMEOUT_MS = 30_000
const CLOSE_PATIENCE_MS = 5_000

async function answerTo(request: IncomingMessage, settings: Settings, site: Site): Promise<Answer> {
  if (!isOurHost(request.headers.host, settings)) {
    return textAnswer(421, 'This shop does not answer under that name. Its operator can set PUBLIC_URL to it.')
  }
  const target = request.url ?? '/'
  if (Buffer.byteLength(target) > URL_LIMIT_BYTES)
    return { ...textAnswer(414, 'This address is too long.'), close: true }
  // Only the path form: an absolute target would bypass the Host check.
  if (!target.startsWith('/')) return textAnswer(400, 'This address cannot be read.')
  const url = new URL(`http://shop${target.replace(/^\/+/, '/')}`)
  return site.answer(request, url)
}

/** @throws {StartupError} when the port is taken or not allowed, or the host is not of this machine */
export async function openWebServer(settings: Settings, site: Site): Promise<WebServer> {
  const everywhere = securityHeaders(site.indexHtml, settings)
  let isNoted = false
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?')[0]!.slice(0, 200)
    const sender = senderOf(request, settings.proxies)
    if (!isNoted && isUnknownProxy(request, settings.proxies)) {
      isNoted = true
      log.warn(
        `X-Forwarded-For of ${request.socket.remoteAddress} does not count, because TRUST_PROXY does not name this ` +
          'address. If it is a proxy of yours, name it: until then all who come through it count as one.',
      )
    }
    bodies.begin(request, sender)
    response.once('close', () => {
      bodies.end(request)
      site.figures.count({ status: response.writableFinished ? response.statusCode : 0, sender })
    })
    try {
      await send(request, response, await answerTo(request, settings, site), everywhere, sender)
    } catch (error) {
      if (request.destroyed || response.destroyed) return
      log.warn(`${request.method} ${path} failed (${nameOfError(error)}).`)
      if (response.headersSent) response.destroy()
      else await send(request, response, textAnswer(500, 'Something went wrong here.'), everywhere, sender)
    }
  }
  const listener = (request: IncomingMessage, response: ServerResponse): void => void respond(request, response)
  const options = {
    maxHeaderSize: HEADER_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: 10_000,
  }
  let server: Server
  try {
    server = settings.tls
      ? createHttpsServer({ ...options, ...settings.tls }, listener)
      : createHttpServer(options, listener)
  } catch {
    throw new StartupError('TLS_CERT and TLS_KEY do not fit together or are not PEM files.')
  }
  await listen(server, settings)
  server.on('error', (error) => log.warn(`The web server had a fault (${nameOfError(error)}).`))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => close(server),
  }
}

/** Fails early when the shop could not listen. @throws {StartupError} like openWebServer */
export async function probeAddress(settings: Settings): Promise<void> {
  const probe = createHttpServer()
  await listen(probe, settings)
  await new Promise<void>((resolve) => void probe.close(() => resolve()))
}

function listen(server: Server, settings: Settings): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const { port, host } = settings
      const sentences: Record<string, string> = {
        EADDRINUSE: `Port ${port} is taken by another program; stop that one or set PORT to another number.`,
        EACCES: `Port ${port} may not be used without administrator rights; set PORT to one from 1024.`,
        EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
        ENOTFOUND: `HOST ${host} is not an address of this machine.`,
      }
      reject(
        new StartupError(sentences[error.code ?? ''] ?? `The shop cannot listen on ${host}:${port} (${error.code}).`),
      )
    })
    server.listen(settings.port, settings.host, () => {
      server.removeAllListeners('error')
      resolve()
    })
  })
}

async function close(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_PATIENCE_MS)
  await closed
  clearTimeout(cut)
}
