import type { DashboardStats, Net, Week } from '#shop/dashboard/dashboard.api.ts'
import { count, exactRupees } from '#ui/format.ts'
import { useLoaded } from '../kit/use-loaded.ts'
import { readReceivedToday } from '#shop/settings/checklist.api.ts'
import { percentNearLimit } from '#shop/settings/shop-settings.ts'
import { Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'
import { to } from '../help/topic.tsx'

/**
 * Returns 'Net ₹5,000.00: ₹1,800.00 refunded and owed back, ₹74.00 paid short'; null where all of the revenue is left.
 */
export function netText({ net, back, short }: Net): string | null {
  const off = [
    back === 0 ? null : `${exactRupees(back)} refunded and owed back`,
    short === 0 ? null : `${exactRupees(short)} paid short`,
  ].filter(Boolean)
  return off.length === 0 ? null : `Net ${exactRupees(net)}: ${off.join(', ')}`
}

/** Returns '+12 in 7 days, +9 in the 7 before'; null while it is nothing in both. */
export function weekText(
  { weeks: [now, before] }: Pick<DashboardStats, 'weeks'>,
  of: keyof Week,
  word: (value: number) => string = count,
): string | null {
  if (!now || !before || (now[of] === 0 && before[of] === 0)) return null
  return `+${word(now[of])} in 7 days, +${word(before[of])} in the 7 before`
}

/** Warns once 80 % of what the account may receive in a day came in. Shows nothing without a limit. */
export function DayLimit() {
  const { value } = useLoaded('received today', readReceivedToday)
  const percent = value ? percentNearLimit(value) : null
  if (!value || value.limit === null || percent === null) return null
  const full = percent >= 100
  return (
    <Note kind={full ? 'bad' : 'warn'} className="mt-4" role="status">
      <b className="font-strong">
        {full ? 'The account has reached its UPI limit of today.' : 'The account is near its UPI limit of today.'}
      </b>{' '}
      {exactRupees(value.received)} of {exactRupees(value.limit)} came in, {percent}%, by{' '}
      {value.counted === 'credits' ? 'the credits that were seen' : 'what customers submitted'}.{' '}
      {full ? (
        <>
          The bank may refuse payments until midnight: pause the sale under {to(paths.adminEvents, 'Concerts')}, or let
          another account’s UPI id take over in {to(paths.adminSettings, 'Settings')}.
        </>
      ) : (
        'At the limit the bank may refuse payments. Ask it now for a higher one.'
      )}
    </Note>
  )
}
