import type { Result } from '#platform/failure/failure.ts'
import { asStaff } from '#platform/supabase/ask.ts'
import { toPaise, toRupees, type Paise } from '#shop/prices/money.ts'
import { parseSettlement, type Cost, type Settlement, type Share } from './settlement.ts'

/** Reads how the money of a concert adds up and is divided. */
export const readSettlement = (eventId: string): Promise<Result<Settlement>> =>
  asStaff.read('event_settlement', { p_event_id: eventId }, parseSettlement)

/** Replaces shares and costs. Refusals: changed_meanwhile, already_decided (closed), invalid, not_found, forbidden. */
export const saveSettlement = (
  { eventId, revision }: Pick<Settlement, 'eventId' | 'revision'>,
  shares: readonly Share[],
  costs: readonly Cost[],
): Promise<Result<Settlement>> =>
  asStaff.call(
    'set_settlement',
    {
      p_event_id: eventId,
      p_revision: revision,
      p_shares: shares.map((share) => ('amount' in share ? { ...share, amount: toRupees(share.amount) } : share)),
      p_costs: costs.map(({ label, amount }) => ({ label, amount: toRupees(amount) })),
    },
    parseSettlement,
  )

/** Closes it with the figures that staff saw. Refusals: amount_changed, changed_meanwhile, too_soon, not_found, forbidden. */
export const closeSettlement = ({ eventId, revision, split }: Settlement): Promise<Result<Settlement>> =>
  asStaff.call(
    'close_settlement',
    { p_event_id: eventId, p_revision: revision, p_left: toRupees(split.organiser) },
    parseSettlement,
  )

/** Opens a closed one again. Refusals: invalid, not_found, forbidden. */
export const reopenSettlement = (eventId: string, reason: string): Promise<Result<Settlement>> =>
  asStaff.call('reopen_settlement', { p_event_id: eventId, p_reason: reason }, parseSettlement)

/** Returns net ticket sales by event, as its settlement has them; nothing for those that sold nothing. */
export const readEventNets = (eventIds: readonly string[]): Promise<Result<Map<string, Paise>>> =>
  asStaff.read(
    'event_nets',
    { p_event_ids: [...eventIds] },
    (nets: Readonly<Record<string, string>>) => new Map(Object.entries(nets).map(([id, net]) => [id, toPaise(net)])),
  )
