import type { ImportedCatalogue } from './bulk-import.ts'
import type { Result } from '#platform/failure/failure.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { call, parsed } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { Json } from '#platform/supabase/database.types.ts'

export interface ImportPreview {
  /** 'Arijit/Mumbai/date: not a date'; nothing is imported while there are any. */
  problems: string[]
  /** What is stored otherwise and stays so: a price, a genre, a cancelled concert. */
  differences: { path: string; stored: string | Paise | null; given: string | Paise }[]
  events: ImportedEvent[]
  created: { singers: number; events: number; categories: number }
}

export interface ImportedEvent {
  singer: string
  newSinger: boolean
  city: string
  venue: string
  /** ISO instant */
  date: string
  genre: string | null
  /** False when the shop has this concert already. */
  isNew: boolean
  tickets: { name: string; price: Paise; isNew: boolean }[]
}

// oxlint-disable-next-line no-explicit-any -- as it comes over the wire
const parsePreview = (answer: any): ImportPreview => ({
  problems: answer.problems,
  // oxlint-disable-next-line no-explicit-any -- as above
  differences: answer.differences.map(({ path, stored, given }: any) => ({
    path,
    stored: typeof stored === 'number' ? toPaise(stored) : stored,
    given: typeof given === 'number' ? toPaise(given) : given,
  })),
  // oxlint-disable-next-line no-explicit-any -- as above
  events: answer.events.map((event: any) => ({
    singer: event.singer,
    newSinger: event.new_singer,
    city: event.city,
    venue: event.venue,
    date: new Date(event.date).toISOString(),
    genre: event.genre,
    isNew: event.new,
    // oxlint-disable-next-line no-explicit-any -- as above
    tickets: event.tickets.map((ticket: any) => ({
      name: ticket.name,
      price: toPaise(ticket.price),
      isNew: ticket.new,
    })),
  })),
  created: {
    singers: Number(answer.created.singers),
    events: Number(answer.created.events),
    categories: Number(answer.created.ticket_categories),
  },
})

/**
 * Imports a file of concerts in one transaction, or, when `tryOnly`, says what that would do. Repeating it creates
 * nothing twice. Refusal invalid (detail: the problems) when the database finds some.
 */
export async function importCatalogue(catalogue: ImportedCatalogue, tryOnly: boolean): Promise<Result<ImportPreview>> {
  const answer = await call<unknown>(async () =>
    (await backend({ console: true })).rpc('import_catalogue', {
      p_catalogue: catalogue as unknown as Json,
      p_dry_run: tryOnly,
    }),
  )
  return parsed(answer, parsePreview)
}
