import { useEffect, useState } from 'react'
import { signedInPage } from '#account/session/guards.tsx'
import { watchMyWaits } from '#shop/waiting/waits.store.ts'
import { markNoticesRead, watchMyNotices } from '#shop/notices/notices.store.ts'
import { usePageTitle } from '#ui/browser/page-title.ts'
import { ButtonLink } from '#ui/controls/button.tsx'
import { Empty } from '#ui/display/note.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { useVisible } from '#ui/hooks/use-visible.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/notices.ts'
import { paths } from '#ui/paths.ts'
import { LongList } from '../long-list.tsx'
import { useWalletState, WalletBody, WalletPage } from '../wallet/wallet-state.tsx'
import { NoticeItem } from './notice-item.tsx'

const CLOCK_MS = 30_000

const shownOf = (figures: { shown: string; n: string }): string => t('notice.shown', figures)

export const UpdatesRoute = signedInPage(function Updates({ person: { userId: owner } }) {
  usePageTitle(t('notice.title'))
  const notices = useWatched(watchMyNotices, [owner])
  const now = useNow(CLOCK_MS)
  const waits = useWatched(watchMyWaits, [owner]).value
  const openOffers = new Set(
    (waits ?? []).flatMap(({ offer }) =>
      offer?.state === 'open' && Date.parse(offer.until) > now ? offer.orderId : [],
    ),
  )
  const visible = useVisible()
  // Those that were new stay marked until the page is left.
  const [openedAt] = useState(() => new Date().toISOString())
  const nothing = notices.value?.length === 0
  const state = useWalletState({
    owner,
    loaded: notices.value !== undefined,
    nothing,
    broken: notices.error !== undefined,
    failure: t('notice.failed'),
  })

  useEffect(() => {
    if (!visible) return
    const unread = (notices.value ?? []).filter((one) => one.readAt === null).map((one) => one.id)
    if (unread.length === 0) return
    // A store that fails marks them at the next visit.
    void markNoticesRead(unread).catch(() => undefined)
  }, [notices.value, visible])

  return (
    <WalletPage
      title={t('notice.title')}
      ways={
        <ButtonLink small kind="bare" to={paths.myTickets} className="no-print">
          {t('wallet.title')}
        </ButtonLink>
      }
      sync={state.sync}
    >
      <WalletBody state={state}>
        {nothing && (
          <Empty title={t('notice.empty.title')} className="mt-4 border-t-2 border-rule-strong">
            {t('notice.empty.text')}
          </Empty>
        )}
        <LongList title={t('notice.all')} rows={notices.value ?? []} shownOf={shownOf}>
          {(notice) => (
            <NoticeItem
              key={notice.id}
              notice={notice}
              openOffers={openOffers}
              isNew={notice.readAt === null || notice.readAt >= openedAt}
              now={now}
            />
          )}
        </LongList>
      </WalletBody>
    </WalletPage>
  )
})
