import type { Result } from '#platform/failure/failure.ts'
import { boolean, columnsOf, instant, number, orNull, row } from '#platform/text/wire.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { FIRST_PASS_RULES, type PassRules } from './passes.ts'

const fields = {
  handOver: boolean,
  handOverUntil: orNull(instant),
  giveBack: boolean,
  giveBackUntil: orNull(instant),
  offerMinutes: number,
}
const parseRules = row(fields)

/** Those that hold, also when none were set. */
export const readPassRules = (eventId: string): Promise<Result<PassRules>> =>
  asStaff.rows(
    (client) =>
      client
        .from('events')
        .select('screen_only,pass_rules(hand_over,hand_over_until,give_back,give_back_until,offer_minutes)')
        .eq('id', eventId),
    ([event]) => ({
      ...(event?.pass_rules ? parseRules(event.pass_rules) : FIRST_PASS_RULES),
      screenOnly: event?.screen_only ?? false,
    }),
  )

/** Fails with forbidden, not_found, invalid. */
export const setPassRules = (eventId: string, rules: PassRules): Promise<Result<PassRules>> =>
  asStaff.call(
    'set_pass_rules',
    { p_event_id: eventId, p_rules: { ...columnsOf(fields, rules), screen_only: rules.screenOnly } },
    (kept: Parameters<typeof parseRules>[0]) => ({ ...parseRules(kept), screenOnly: rules.screenOnly }),
  )
