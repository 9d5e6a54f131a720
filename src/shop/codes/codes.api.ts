import { sources } from '#shop/catalogue/catalogue-rows.ts'
import type { Result } from '#platform/failure/failure.ts'
import { asIs, from, instant, list, number, orNull, row, text } from '#platform/text/wire.ts'
import { asPerson } from '#platform/supabase/ask.ts'
import { toPaise } from '#shop/prices/money.ts'
import type { CodeAnswer, CodeRefusal } from './code.ts'

const parseRefused = row({ refusal: from('reason', asIs<CodeRefusal>()), from: orNull(instant) })

const parseOpened = row({
  id: from('code_id', text),
  code: text,
  eventId: orNull(text),
  percent: orNull(number),
  amount: orNull(toPaise),
  categoryIds: from('ticket_category_ids', orNull(list(text))),
  until: orNull(instant),
  categories: list(sources.categories.parse),
  links: list(sources.categoryLayouts.parse),
})

/** Opens a code for the signed-in account at an event. Refusal: `too_many` wrong codes within the hour. */
export const checkCode = (code: string, eventId: string): Promise<Result<CodeAnswer>> =>
  asPerson.call('check_code', { p_code: code, p_event_id: eventId }, (said: { ok: boolean }): CodeAnswer =>
    said.ok ? { opened: parseOpened(said as never) } : parseRefused(said as never),
  )
