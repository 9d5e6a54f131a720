import type { EventAbout } from '#shop/catalogue/about/event-about.ts'
import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { Poster } from '#ui/display/poster.tsx'
import { ScreenQr } from '#ui/screen-qr.tsx'
import { shopName } from '#ui/shop.ts'
import { PrintSheet } from '../box-office/print/print-sheet.tsx'

/** Prints an A4 page for a wall while it is mounted. `tickets`: what is said about them, or null. */
export function PosterSheet({
  event,
  poster,
  link,
  tickets,
}: {
  event: EventListRow
  poster: EventAbout['poster']
  link: string
  tickets: string | null
}) {
  return (
    <PrintSheet paper="a4">
      <div className="text-center wrap-anywhere">
        <div className="mx-auto w-[104mm]">
          <Poster key={poster?.path} eventId={event.id} own={poster} eager />
        </div>
        <p className="mt-[6mm] text-[34pt] leading-none font-strong">{event.singerName}</p>
        <p className="mt-[4mm] text-[18pt] leading-tight">{formatDayTime(event.date)}</p>
        <p className="text-[18pt] leading-tight">
          {event.venue}, {event.city}
        </p>
        <div className="mt-[6mm] flex items-center justify-center gap-[6mm] text-left">
          <ScreenQr value={link} title="QR code of the concert’s page" className="w-[42mm] flex-none" />
          <div className="text-[14pt] leading-snug">
            {tickets === null ? null : <p className="font-strong">{tickets}</p>}
            <p>{shopName()}</p>
            <p className="text-[10pt]">{link}</p>
          </div>
        </div>
      </div>
    </PrintSheet>
  )
}
