import { readEventNet, type Net } from '#shop/dashboard/dashboard.api.ts'
import { exactRupees } from '#ui/format.ts'
import { useLoaded } from '../kit/use-loaded.ts'

/** 'Net ₹5,000.00: ₹1,800.00 refunded and owed back, ₹74.00 paid short'; null where all of the revenue is left. */
export function netText({ net, back, short }: Net): string | null {
  const off = [
    back === 0 ? null : `${exactRupees(back)} refunded and owed back`,
    short === 0 ? null : `${exactRupees(short)} paid short`,
  ].filter(Boolean)
  return off.length === 0 ? null : `Net ${exactRupees(net)}: ${off.join(', ')}`
}

/** Says what one event earned; nothing while it loads. `at`: when its payments were read, in ms. */
export function EventNet({ eventId, at }: { eventId: string; at: number | null }) {
  const { value } = useLoaded(`${eventId} ${at}`, () => readEventNet(eventId), { list: eventId })
  if (!value) return null
  return (
    <p className="mt-3 text-2 tabular-nums">
      <span className="font-strong">{exactRupees(value.revenue)}</span> of approved payments for this event.{' '}
      {netText(value) ?? 'Nothing of it went or goes back.'}
    </p>
  )
}
