import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { ApiGuard } from '../api/api-guard.ts'
import type { Availability } from '../sale/availability.ts'
import type { Figures } from '../sale/figures.ts'
import type { Live } from '../sale/live.ts'
import type { Queues } from '../sale/queues.ts'
import type { Database } from '../database/database.ts'
import type { EventPages } from '../pages/event-page.ts'
import type { Posters } from '../files/posters.ts'
import type { FoundPages } from '../pages/found-pages.ts'
import { rememberTickets } from '../pages/had-tickets.ts'
import { health } from './health.ts'
import { addressOfSender, isOurHost, limitKeyOf } from './host-check.ts'
import { send, textAnswer, type Answer } from './http-message.ts'
import { log, nameOfError } from '../log.ts'
import { inboundMail } from '../proofs/mail/inbound-mail.ts'
import type { Proofs } from '../proofs/open-proofs.ts'
import { securityHeaders } from './security-headers.ts'
import type { Settings } from '../settings/settings.ts'
import { StartupError } from '../startup-error.ts'
import type { StaticFiles } from '../pages/static-files.ts'

export interface WebServer {
  port: number
  /** Waits a few seconds for open requests, then cuts them. */
  close(): Promise<void>
}

export interface Surfaces {
  gate: ApiGuard
  availability: Pick<Availability, 'answer'>
  queues: Pick<Queues, 'answer'>
  figures: Pick<Figures, 'count'>
  live: Pick<Live, 'answer'>
  database: Database
  pages: StaticFiles
  posters: Posters
  events: EventPages
  found: FoundPages
  proofs: Pick<Proofs, 'routes' | 'inbound' | 'demo' | 'trials'>
}

const URL_LIMIT_BYTES = 8 * 1024
const HEADER_LIMIT_BYTES = 32 * 1024
/** Enough for a slow phone that sends a picture. */
const REQUEST_TIMEOUT_MS = 300_000
const HEADERS_TIMEOUT_MS = 30_000
const CLOSE_PATIENCE_MS = 5_000

async function answerTo(request: IncomingMessage, settings: Settings, surfaces: Surfaces): Promise<Answer> {
  if (!isOurHost(request.headers.host, settings)) {
    return textAnswer(421, 'This shop does not answer under that name. Its operator can set PUBLIC_URL to it.')
  }
  const target = request.url ?? '/'
  if (Buffer.byteLength(target) > URL_LIMIT_BYTES)
    return { ...textAnswer(414, 'This address is too long.'), close: true }
  // Only the path form: an absolute target would bypass the Host check.
  if (!target.startsWith('/')) return textAnswer(400, 'This address cannot be read.')
  const url = new URL(`http://shop${target.replace(/^\/+/, '/')}`)
  // First: thousands ask for these each second while a sale opens.
  const watched = (await surfaces.availability.answer(request, url)) ?? (await surfaces.queues.answer(request, url))
  if (watched) return watched
  if (url.pathname === '/healthz') return health(surfaces.database)
  const live = await surfaces.live.answer(request, url.pathname)
  if (live) return live
  const remembered = rememberTickets(request, url.pathname, settings)
  if (remembered) return remembered
  const { routes, inbound, demo, trials } = surfaces.proofs
  const proof =
    (inbound && (await inboundMail(request, url.pathname, inbound))) ??
    (await demo?.answer(request, url.pathname)) ??
    (await trials.answer(request, url.pathname, (asked) => surfaces.gate.adminOf(asked))) ??
    (await routes.answer(request, url.pathname))
  if (proof) return proof
  const poster = await surfaces.posters.answer(request, url.pathname)
  if (poster) return poster
  const answer = await surfaces.gate.answer(request, url)
  if (answer) return answer
  const found = await surfaces.found.answer(request, url.pathname)
  if (found) return found
  const event = await surfaces.events.answer(request, url.pathname)
  return event ?? surfaces.pages.answer(request, url.pathname)
}

/** @throws {StartupError} when the port is taken or not allowed, or the host is not of this machine */
export async function openWebServer(settings: Settings, surfaces: Surfaces): Promise<WebServer> {
  const everywhere = securityHeaders(surfaces.pages.indexHtml, settings)
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?')[0]!.slice(0, 200)
    const began = performance.now()
    response.once('close', () => {
      const ms = performance.now() - began
      const forwarded = String(request.headers['x-forwarded-for'] ?? '')
      const sender = limitKeyOf(addressOfSender(request.socket.remoteAddress ?? '', forwarded, settings.trustProxy))
      surfaces.figures.count({ path, status: response.statusCode, ms, sender })
    })
    try {
      await send(request, response, await answerTo(request, settings, surfaces), everywhere)
    } catch (error) {
      if (request.destroyed || response.destroyed) return
      log.warn(`${request.method} ${path} failed (${nameOfError(error)}).`)
      if (response.headersSent) response.destroy()
      else await send(request, response, textAnswer(500, 'Something went wrong here.'), everywhere)
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
