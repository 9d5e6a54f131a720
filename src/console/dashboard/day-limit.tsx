import { readReceivedToday } from '#shop/settings/checklist.api.ts'
import { percentNearLimit } from '#shop/settings/day-limit.ts'
import { Note } from '#ui/display/note.tsx'
import { exactRupees } from '#ui/format.ts'
import { paths } from '#ui/paths.ts'
import { to } from '../help/topic.tsx'
import { useLoaded } from '../kit/use-loaded.ts'

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
          The bank may refuse payments until midnight: pause the sale under {to(paths.adminEvents, 'Events')}, or let
          another account’s UPI id take over in {to(paths.adminSettings, 'Settings')}.
        </>
      ) : (
        'At the limit the bank may refuse payments. Ask it now for a higher one.'
      )}
    </Note>
  )
}
