import type { Result } from '#platform/failure/failure.ts'
import { call, callRead, parsed, parsedJson } from '#platform/supabase/call.ts'
import { backend } from '#platform/supabase/client.ts'
import { isoOrNull } from '#platform/text/wire-values.ts'

/** What people may do with the passes of an event. */
export interface PassRules {
  handOver: boolean
  /** ISO instant; null: as long as the gate may be open. */
  handOverUntil: string | null
  /** Codes are bound to the holder's device and change with the time. */
  screenOnly: boolean
}

interface RulesWire {
  hand_over: boolean
  hand_over_until: string | null
  screen_only: boolean
}

const DEFAULTS: PassRules = { handOver: true, handOverUntil: null, screenOnly: false }

const parseRules = (row: RulesWire): PassRules => ({
  handOver: row.hand_over,
  handOverUntil: isoOrNull(row.hand_over_until),
  screenOnly: row.screen_only,
})

/** Those that hold, also when none were set. */
export async function readPassRules(eventId: string): Promise<Result<PassRules>> {
  const answer = await callRead(async () =>
    (await backend({ console: true }))
      .from('pass_rules')
      .select('hand_over,hand_over_until,screen_only')
      .eq('event_id', eventId),
  )
  return parsed(answer, (rows: RulesWire[]) => (rows[0] ? parseRules(rows[0]) : DEFAULTS))
}

/** Fails with forbidden, not_found, invalid. */
export async function setPassRules(eventId: string, rules: PassRules): Promise<Result<PassRules>> {
  const answer = await call(async () =>
    (await backend({ console: true })).rpc('set_pass_rules', {
      p_event_id: eventId,
      p_rules: {
        hand_over: rules.handOver,
        hand_over_until: rules.handOverUntil,
        screen_only: rules.screenOnly,
      },
    }),
  )
  return parsedJson(answer, parseRules)
}
