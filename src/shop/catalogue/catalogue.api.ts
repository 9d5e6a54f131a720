import type { Result } from '#platform/failure/failure.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { askShared } from '#platform/supabase/client.ts'
import { lookOfRow, type LookWire } from '#shop/settings/shop-look-row.ts'
import type { ShopLook } from '#shop/settings/shop-look.ts'
import { parseShopSettings, type SettingsWire, type ShopSettingsRow } from '#shop/settings/shop-settings.ts'
import { parseSyncPoint, type SyncPoint } from '#shop/sync/sync.api.ts'
import type { ShopTerms } from '#shop/terms/terms.ts'
import { termsOfRow } from '#shop/terms/terms-row.ts'
import { nouns, sources, type CatalogueNoun, type CatalogueRows } from './catalogue-rows.ts'

type Rows = { [N in CatalogueNoun]: CatalogueRows[N][] }

/** What everybody may read of the shop, as of one moment: all of it, or what changed. */
export interface CatalogueAnswer {
  point: SyncPoint
  /** False: `rows` are changes, and `deleted` names the rows that went. */
  whole: boolean
  rows: Rows
  deleted: Record<CatalogueNoun, string[]>
  settings: ShopSettingsRow | null
  look: ShopLook | null
  /** Past, current and future ones, oldest first. */
  terms: ShopTerms[]
}

type Wire = Parameters<typeof parseSyncPoint>[0] & {
  whole: boolean
  /** Rows by the names of their tables. */
  [table: string]: unknown
  deleted: { table: string; id: string }[]
  settings: (SettingsWire & LookWire) | null
  terms: Record<string, unknown>[]
}

/**
 * Reads the catalogue in one answer, the same for everybody who asks for the same, so that servers and caches keep it. Not
 * retried: the next sync repeats it.
 * @param mark the server's history mark of an earlier answer; a server that does not know it answers with all
 * @param since ISO; null reads all
 * @param eventsFrom eventsFromAt(); an answer with all leaves earlier events and their categories out
 */
export async function readCatalogue(
  mark: string | null,
  since: string | null,
  eventsFrom: string,
): Promise<Result<CatalogueAnswer>> {
  const answer: Result<unknown> = await call(() =>
    askShared(
      'read_catalogue',
      {
        p_events_from: eventsFrom,
        ...(mark !== null && { p_mark: mark }),
        ...(since !== null && { p_since: since }),
      },
      // A device that asks again within a second, after its own change, must not read its earlier answer.
      { isKept: mark === null && since === null, cache: 'no-cache' },
    ),
  )
  return parsedJson(answer, (value: Wire) => {
    const rows: Partial<Record<CatalogueNoun, unknown[]>> = {}
    const deleted: Partial<Record<CatalogueNoun, string[]>> = {}
    for (const noun of nouns) {
      const { table, parse } = sources[noun]
      rows[noun] = (value[table] as unknown[]).map(parse as (row: unknown) => unknown)
      deleted[noun] = value.deleted.filter((row) => row.table === table).map((row) => row.id)
    }
    return {
      point: parseSyncPoint(value),
      whole: value.whole,
      rows: rows as Rows,
      deleted: deleted as Record<CatalogueNoun, string[]>,
      settings: value.settings && parseShopSettings(value.settings),
      look: value.settings && lookOfRow(value.settings),
      terms: value.terms.map(termsOfRow),
    }
  })
}
