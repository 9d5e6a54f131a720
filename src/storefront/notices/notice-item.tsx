import { formatDay } from '#platform/time/ist.ts'
import type { Notice } from '#shop/notices/notices.store.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { paths } from '#ui/paths.ts'
import { noticeText } from './notice-words.ts'

/** Shows one update in a list. `isNew`: it was unread when the page opened. */
export function NoticeItem({
  notice,
  isNew,
  openOffers,
  now,
}: {
  notice: Notice
  isNew: boolean
  openOffers: ReadonlySet<string>
  now: number
}) {
  const { about } = notice
  const { title, isBad } = noticeText(about, openOffers)
  const link =
    about.kind === 'offer' && openOffers.has(about.orderId)
      ? { to: paths.myTickets, label: t('notice.toOffer') }
      : notice.ticketId
        ? { to: paths.ticket(notice.ticketId), label: t('notice.toTicket') }
        : notice.eventId
          ? { to: paths.event(notice.eventId), label: t('notice.toConcert') }
          : null
  return (
    <li className="grid gap-1 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-3 font-strong wrap-anywhere">{title}</h3>
        {isNew ? <StateMark kind={isBad ? 'bad' : 'info'}>{t('notice.new')}</StateMark> : null}
      </div>
      <p className="text-1 text-muted">
        {notice.eventName !== null && (
          <>
            {notice.eventName}
            {notice.eventDate !== null && <>, {formatDay(notice.eventDate)}</>}
            {' · '}
          </>
        )}
        {ago(Date.parse(notice.createdAt), now)}
      </p>
      <NoticeBody notice={notice} openOffers={openOffers} />
      {link && (
        <p>
          <ButtonLink small kind="bare" to={link.to}>
            {link.label}
          </ButtonLink>
        </p>
      )}
    </li>
  )
}

export function NoticeBody({ notice, openOffers }: { notice: Notice; openOffers?: ReadonlySet<string> }) {
  const { lines, written } = noticeText(notice.about, openOffers)
  return (
    <>
      {written !== undefined && <p className="max-w-[640px] text-2 wrap-anywhere whitespace-pre-line">{written}</p>}
      {lines.map((line) => (
        <p key={line} className="text-2 wrap-anywhere">
          {line}
        </p>
      ))}
    </>
  )
}
