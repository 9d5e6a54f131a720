import type { ImportedCatalogue } from './bulk-import.ts'
import type { Result } from '#platform/failure/failure.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { iso, numberOf } from '#platform/text/wire-values.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import type { Json } from '#platform/supabase/database.types.ts'

export interface ImportPreview {
  /** Nothing is imported while there are any. */
  problems: string[]
  /** Stored values that differ from the file, and stay. */
  differences: { path: string; stored: string | Paise | null; given: string | Paise }[]
  events: ImportedEvent[]
  created: { singers: number; events: number; categories: number }
}

interface ImportedEvent {
  singer: string
  newSinger: boolean
  city: string
  venue: string
  /** ISO instant */
  date: string
  genre: string | null
  state: string | null
  isNew: boolean
  tickets: { name: string; price: Paise; isNew: boolean }[]
}

interface PreviewWire {
  problems: string[]
  differences: { path: string; stored: string | number | null; given: string | number }[]
  events: {
    singer: string
    new_singer: boolean
    city: string
    venue: string
    date: string
    genre: string | null
    state: string | null
    new: boolean
    tickets: { name: string; price: number; new: boolean }[]
  }[]
  created: { singers: number; events: number; ticket_categories: number }
}

const parsePreview = (answer: PreviewWire): ImportPreview => ({
  problems: answer.problems,
  differences: answer.differences.map(({ path, stored, given }) => ({
    path,
    stored: typeof stored === 'number' ? toPaise(stored) : stored,
    given: typeof given === 'number' ? toPaise(given) : given,
  })),
  events: answer.events.map((event) => ({
    singer: event.singer,
    newSinger: event.new_singer,
    city: event.city,
    venue: event.venue,
    date: iso(event.date),
    genre: event.genre,
    state: event.state ?? null,
    isNew: event.new,
    tickets: event.tickets.map((ticket) => ({
      name: ticket.name,
      price: toPaise(ticket.price),
      isNew: ticket.new,
    })),
  })),
  created: {
    singers: numberOf(answer.created.singers),
    events: numberOf(answer.created.events),
    categories: numberOf(answer.created.ticket_categories),
  },
})

/** Imports in one transaction, or only previews (`tryOnly`). Repeatable. Refusal: invalid (detail: the problems). */
export async function importCatalogue(catalogue: ImportedCatalogue, tryOnly: boolean): Promise<Result<ImportPreview>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('import_catalogue', {
      p_catalogue: catalogue as unknown as Json,
      p_dry_run: tryOnly,
    }),
  )
  return parsedJson(answer, parsePreview)
}
