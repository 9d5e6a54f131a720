import { sources } from '#shop/catalogue/catalogue-rows.ts'
import type { Result } from '#platform/failure/failure.ts'
import { call, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { asIs, from, instant, list, number, orNull, row, text } from '#platform/text/wire.ts'
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
export async function checkCode(code: string, eventId: string): Promise<Result<CodeAnswer>> {
  const answer = await call<unknown>(async () =>
    (await backend()).rpc('check_code', { p_code: code, p_event_id: eventId }),
  )
  return parsedJson(answer, (said: { ok: boolean }): CodeAnswer =>
    said.ok ? { opened: parseOpened(said as never) } : parseRefused(said as never),
  )
}
