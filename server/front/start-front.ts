import { ApiGuard } from '../api/api-guard.ts'
import { openPostgres } from '../database/database.ts'
import { readFolderSecrets } from '../files/data-folder.ts'
import { health } from '../http/health.ts'
import { addressOfSender, senderOf } from '../http/host-check.ts'
import { openWebServer, probeAddress, type WebServer } from '../http/web-server.ts'
import { EventPages } from '../pages/event-page.ts'
import { ShopPages } from '../pages/shop-pages.ts'
import { StaticFiles } from '../pages/static-files.ts'
import { Availability } from '../sale/availability.ts'
import { Catalogue, mayChangeCatalogue } from '../sale/catalogue.ts'
import { Figures, type Snapshot } from '../sale/figures.ts'
import { Queues } from '../sale/queue/queues.ts'
import { isSaleCall, SaleCalls } from '../sale/sale-calls.ts'
import { addressOf, type Settings } from '../settings/settings.ts'
import { StartupError } from '../startup-error.ts'
import { passTo } from './pass-to-main.ts'
import { startReports } from './reports.ts'

/** A front answers no such request; its main server does. */
const notHere = (): never => {
  throw new Error('A front passes this on.')
}

/**
 * Opens a front: another process of a shop on PostgreSQL, on this machine or another. It answers what a sale needs itself
 * (pages, what is free, queues, holds, payments) and lets its main server answer everything else, which so keeps the only
 * count of sign-ins, the only mailbox and the only housekeeping. It needs the main server's secrets in DATA_DIR, and goes
 * on selling while the main server is away. `undo` takes the steps of closing, last first.
 * @throws {StartupError} without DATABASE_URL or those secrets, and as the main server
 */
export async function startFront(
  settings: Settings,
  main: string,
  undo: (() => void | Promise<void>)[],
): Promise<WebServer> {
  if (!settings.databaseUrl)
    throw new StartupError('FRONT_OF needs DATABASE_URL: the embedded database has room for one server only.')
  const { jwtSecret, anonKey } = readFolderSecrets(settings.dataDir)
  await probeAddress(settings)
  const database = await openPostgres(settings.databaseUrl)
  undo.push(() => database.close())
  const pass = passTo(main)
  const calls = new SaleCalls(database, jwtSecret)
  const address = addressOf(settings, settings.port)
  const figures = new Figures()
  const catalogue = new Catalogue(database)
  const gate = new ApiGuard({
    ...{ database, anonKey, jwtSecret, address, figures, google: false },
    ...{ proxies: settings.proxies, host: settings.host, publicUrl: settings.publicUrl },
    backend: { fetch: notHere },
    pictures: { isFull: notHere, take: notHere },
    onWrite: notHere,
    signIn: { answer: notHere, changePassword: notHere, conceal: notHere },
    sale: {
      answer: async (method, url, headers, body) =>
        (await calls.answer(method, url, headers, body)) ??
        pass({ method, target: url.pathname + url.search, headers, body: body.bytes }),
    },
  })
  const pages = new StaticFiles(settings.pagesDir)
  const events = new EventPages(database, pages.indexHtml, address)
  const shopPages = new ShopPages(database, pages)
  const availability = new Availability(database)
  const queues = new Queues(database)
  const read = (): Snapshot => figures.snapshot({ watchers: availability.watchers, waiting: queues.waiting })
  undo.push(startReports(pass, jwtSecret, new URL(main).host, read))
  const web = await openWebServer(settings, {
    indexHtml: pages.indexHtml,
    figures,
    answer: async (request, url) => {
      const { pathname } = url
      // The main server trusts this header from its fronts, so it never gets one that a sender wrote.
      request.headers['x-forwarded-for'] = addressOfSender(request, settings.proxies)
      const sender = senderOf(request, settings.proxies)
      const own =
        (await availability.answer(request, url, sender)) ??
        (await queues.answer(request, url, sender)) ??
        (await catalogue.answer(request, url)) ??
        (pathname === '/healthz' ? await health(database) : null) ??
        (isSaleCall(request.method, pathname) ? await gate.answer(request, url) : null) ??
        (await events.answer(request, pathname, sender))
      if (own) return own
      if (pages.has(pathname)) return shopPages.answer(request, pathname)
      const answer = await pass({
        method: request.method,
        target: request.url ?? '/',
        headers: request.headers,
        body: request,
      })
      if (mayChangeCatalogue(request.method, pathname)) catalogue.doubt()
      return answer
    },
  })
  undo.push(() => web.close())
  return web
}
