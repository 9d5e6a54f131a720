import { sources, type CatalogueWire } from '#shop/catalogue/catalogue-rows.ts'
import type { Result } from '#platform/failure/failure.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { isoOrNull } from '#platform/text/wire-values.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { CodeAnswer, CodeRefusal } from './code.ts'

type Wire =
  | { ok: false; reason: CodeRefusal; from?: string | null }
  | {
      ok: true
      code_id: string
      code: string
      event_id: string | null
      percent: number | null
      amount: number | null
      ticket_category_ids: string[] | null
      until: string | null
      categories: CatalogueWire['categories'][]
      links: CatalogueWire['categoryLayouts'][]
    }

/** Opens a code for the signed-in account at an event. Refusal: `too_many` wrong codes within the hour. */
export async function checkCode(code: string, eventId: string): Promise<Result<CodeAnswer>> {
  const answer = await call<unknown>(async () =>
    (await backend()).rpc('check_code', { p_code: code, p_event_id: eventId }),
  )
  return parsedJson(answer, (wire: Wire): CodeAnswer => {
    if (!wire.ok) return { refusal: wire.reason, from: isoOrNull(wire.from ?? null) }
    return {
      opened: {
        id: wire.code_id,
        code: wire.code,
        eventId: wire.event_id,
        percent: wire.percent,
        amount: wire.amount === null ? null : toPaise(wire.amount),
        categoryIds: wire.ticket_category_ids,
        until: isoOrNull(wire.until),
        categories: wire.categories.map(sources.categories.parse),
        links: wire.links.map(sources.categoryLayouts.parse),
      },
    }
  })
}
