import type { ImportedCatalogue } from './bulk-import.ts'
import type { Result } from '#platform/failure/failure.ts'
import { toPaise, type Paise } from '#shop/prices/money.ts'
import { boolean, from, instant, list, number, orNull, row, text, type Of } from '#platform/text/wire.ts'
import type { Json } from '#platform/supabase/database.types.ts'
import { asStaff } from '#platform/supabase/ask.ts'

const textOrPaise = (value: string | number): string | Paise => (typeof value === 'number' ? toPaise(value) : value)

const parsePreview = row({
  /** Nothing is imported while there are any. */
  problems: list(text),
  /** Stored values that differ from the file, and stay. */
  differences: list(row({ path: text, stored: orNull(textOrPaise), given: textOrPaise })),
  events: list(
    row({
      singer: text,
      newSinger: boolean,
      city: text,
      venue: text,
      /** ISO instant */
      date: instant,
      genre: orNull(text),
      state: orNull(text),
      isNew: from('new', boolean),
      tickets: list(
        row({
          name: text,
          price: toPaise,
          isNew: from('new', boolean),
        }),
      ),
    }),
  ),
  created: row({ singers: number, events: number, categories: from('ticket_categories', number) }),
})
export type ImportPreview = Of<typeof parsePreview>

/** Imports in one transaction, or only previews (`tryOnly`). Repeatable. Refusal: invalid (detail: the problems). */
export const importCatalogue = (catalogue: ImportedCatalogue, tryOnly: boolean): Promise<Result<ImportPreview>> =>
  asStaff.call('import_catalogue', { p_catalogue: catalogue as unknown as Json, p_dry_run: tryOnly }, parsePreview)
