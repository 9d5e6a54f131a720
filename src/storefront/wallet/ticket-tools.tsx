import { directionsUrl } from '#shop/catalogue/directions.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { saidSeats } from '#ui/seat-map/said-seats.ts'
import { formatTypedCode } from '#shop/tickets/ticket-code.ts'
import type { MyTicket } from '#shop/device/schema.ts'
import { classes } from '#ui/controls/classes.ts'
import { Icon } from '#ui/controls/icon.tsx'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { saveCalendar } from '#ui/browser/save-file.ts'
import { share } from '#ui/browser/share.ts'
import { toast } from '#ui/toast.tsx'
import { cityWords } from '#ui/format.ts'

const face =
  'flex min-h-13 flex-auto cursor-pointer items-center justify-center gap-[8px] px-2 text-2 underline-offset-4 hover:underline'

/** Shows the bar at a ticket's foot; on a phone there is no printer. */
export function TicketTools({ ticket, canShare }: { ticket: MyTicket; canShare: boolean }) {
  return (
    <div className="no-print mt-auto flex flex-wrap border-t border-rule bg-surface pb-[env(safe-area-inset-bottom)] *:not-first:border-l *:border-rule [@media(min-height:640px)]:sticky [@media(min-height:640px)]:bottom-0">
      <button type="button" className={face} onClick={() => saveTicketCalendar(ticket)}>
        <Icon name="calendar" />
        <span className="pt-0.5">{t('wallet.calendar')}</span>
      </button>
      <a className={face} href={directionsUrl(ticket.venue, ticket.city)} target="_blank" rel="noreferrer">
        <Icon name="pin" />
        <span className="pt-0.5">{t('wallet.directions')}</span>
      </a>
      {canShare && (
        <button type="button" className={face} onClick={() => void shareTicket(ticket)}>
          <Icon name="share" />
          <span className="pt-0.5">{t('wallet.share')}</span>
        </button>
      )}
      {!ticket.screenOnly && (
        <button type="button" className={classes(face, 'max-desk:hidden')} onClick={() => print()}>
          <Icon name="ticket" />
          <span className="pt-0.5">{t('wallet.print')}</span>
        </button>
      )}
    </div>
  )
}

/** Shares the seats and the concert's page, never the code that opens the gate. */
async function shareTicket(ticket: MyTicket): Promise<void> {
  const { singer, venue, city, date } = ticket
  const seats = t('wallet.seats', saidSeats(ticket))
  const done = await share({
    title: singer,
    text: t('wallet.shareText', { singer, venue, city: cityWords(city), when: formatDayTime(date), seats }),
    url: new URL(paths.event(ticket.eventId), location.origin).href,
  })
  if (done === 'copied') toast.success(t('event.linkCopied'))
  if (done === 'failed') toast.error(t('event.linkNotCopied'))
}

function saveTicketCalendar(ticket: MyTicket): void {
  const note =
    ticket.eventStatus === 'cancelled'
      ? t('wallet.ticket.cancelled')
      : t('wallet.calendarNote', {
          category: ticket.categoryName,
          list: t('wallet.seats', saidSeats(ticket)),
          code: formatTypedCode(ticket.code),
        })
  const { eventId: id, city, venue, date, eventStatus: status } = ticket
  const event = { id, singer: { id: '', name: ticket.singer }, city, venue, date, status }
  saveCalendar(event, { note, url: new URL(paths.ticket(ticket.id), location.origin).href })
}
