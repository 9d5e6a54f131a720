import type { IncomingMessage } from 'node:http'
import type { ApiGuard } from '../api/api-guard.ts'
import type { Database } from '../database/database.ts'
import type { Posters } from '../files/posters.ts'
import type { EventPages } from '../pages/event-page.ts'
import type { FoundPages } from '../pages/found-pages.ts'
import type { Previews } from '../pages/preview/previews.ts'
import type { Reports } from '../front/reports.ts'
import { rememberTickets } from '../pages/had-tickets.ts'
import type { ShopPages } from '../pages/shop-pages.ts'
import { inboundMail } from '../proofs/mail/inbound-mail.ts'
import type { Proofs } from '../proofs/open-proofs.ts'
import type { Availability } from '../sale/availability.ts'
import type { Catalogue } from '../sale/catalogue.ts'
import type { Live } from '../sale/live.ts'
import type { Queues } from '../sale/queue/queues.ts'
import type { Settings } from '../settings/settings.ts'
import { health } from './health.ts'
import { senderOf } from './host-check.ts'
import type { Answer } from './http-message.ts'

export interface Surfaces {
  gate: ApiGuard
  availability: Pick<Availability, 'answer'>
  queues: Pick<Queues, 'answer'>
  catalogue: Pick<Catalogue, 'answer'>
  live: Pick<Live, 'answer'>
  fronts: Pick<Reports, 'answer'>
  database: Database
  pages: ShopPages
  posters: Posters
  events: EventPages
  found: FoundPages
  previews: Previews
  proofs: Pick<Proofs, 'routes' | 'inbound' | 'demo' | 'trials'>
}

/** Returns how a main server answers: the first of its parts that knows the address, the app's page at last. */
export function answerOf(
  {
    gate,
    availability,
    queues,
    catalogue,
    live,
    fronts,
    database,
    pages,
    posters,
    events,
    found,
    previews,
    proofs,
  }: Surfaces,
  settings: Settings,
): (request: IncomingMessage, url: URL) => Promise<Answer> {
  const { routes, demo, trials } = proofs
  return async (request, url) => {
    // First: thousands ask for these each second while a sale opens.
    const sender = senderOf(request, settings.proxies)
    const watched =
      (await availability.answer(request, url, sender)) ??
      (await queues.answer(request, url, sender)) ??
      (await catalogue.answer(request, url))
    if (watched) return watched
    if (url.pathname === '/healthz') return health(database)
    const figures = (await live.answer(request, url.pathname)) ?? (await fronts.answer(request, url.pathname))
    if (figures) return figures
    const remembered = rememberTickets(request, url.pathname, settings)
    if (remembered) return remembered
    const proof =
      (proofs.inbound && (await inboundMail(request, url.pathname, proofs.inbound))) ??
      (await demo?.answer(request, url.pathname)) ??
      (await trials.answer(request, url.pathname, (asked) => gate.adminOf(asked))) ??
      (await routes.answer(request, url.pathname))
    if (proof) return proof
    const poster = await posters.answer(request, url.pathname)
    if (poster) return poster
    return (
      (await gate.answer(request, url)) ??
      (await found.answer(request, url.pathname)) ??
      (await previews.answer(request, url, sender)) ??
      (await events.answer(request, url.pathname, sender)) ??
      pages.answer(request, url.pathname)
    )
  }
}
