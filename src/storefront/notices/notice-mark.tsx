import { useOwner } from '#account/session/identity.ts'
import { watchUnreadNotices } from '#shop/notices/notices.store.ts'
import { classes } from '#ui/controls/classes.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/notices.ts'

/** Shows the number of new updates, on the way to My Tickets. */
export function NoticeMark({ className }: { className?: string }) {
  const owner = useOwner()
  const unread = useWatched(watchUnreadNotices, [owner]).value ?? 0
  if (owner === null || unread === 0) return null
  return (
    <span
      className={classes(
        'absolute h-[18px] min-w-[18px] rounded-[9px] bg-accent px-1 pt-px text-center text-[12px] leading-[18px] font-strong text-accent-ink tabular-nums',
        className,
      )}
    >
      <span aria-hidden="true">{unread > 99 ? '99+' : unread}</span>
      <span className="sr-only">{t('notice.unread', { n: unread })}</span>
    </span>
  )
}
