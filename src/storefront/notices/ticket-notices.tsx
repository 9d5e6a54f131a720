import { useOwner } from '#account/session/identity.ts'
import type { NoticeKind } from '#shop/notices/notice.ts'
import { watchMyNotices, watchUnreadNotices } from '#shop/notices/notices.store.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/notices.ts'
import { paths } from '#ui/paths.ts'
import { NoticeBody } from './notice-item.tsx'
import { noticeText } from './notice-words.ts'

const MOST_SHOWN = 2
/** About seats that the customer does not have. */
const OF_LISTS: ReadonlySet<NoticeKind> = new Set(['offer', 'offer_lapsed'])

/** Shows the latest notices about a ticket or its concert. */
export function TicketNotices({ ticket }: { ticket: { id: string; eventId: string } }) {
  const owner = useOwner()
  const all = useWatched(watchMyNotices, [owner]).value ?? []
  const mine = all.filter((one) =>
    one.ticketId === null
      ? one.eventId === ticket.eventId && !OF_LISTS.has(one.about.kind)
      : one.ticketId === ticket.id,
  )
  if (mine.length === 0) return null
  return (
    <section aria-label={t('notice.ofTicket')} className="no-print grid gap-2">
      {mine.slice(0, MOST_SHOWN).map((notice) => (
        <Note key={notice.id} kind={noticeText(notice.about).isBad ? 'bad' : 'info'}>
          <p className="font-strong">{noticeText(notice.about).title}</p>
          <NoticeBody notice={notice} />
        </Note>
      ))}
      <p>
        <ButtonLink small kind="bare" to={paths.updates}>
          {t('notice.all')}
        </ButtonLink>
      </p>
    </section>
  )
}

/** Leads from My Tickets to the updates, and says how many are new. */
export function UpdatesLink({ owner }: { owner: string | null }) {
  const unread = useWatched(watchUnreadNotices, [owner]).value ?? 0
  return (
    <ButtonLink small kind="bare" to={paths.updates} className="no-print">
      {unread > 0 ? t('notice.unread', { n: unread }) : t('notice.title')}
    </ButtonLink>
  )
}
