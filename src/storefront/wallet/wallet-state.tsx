import { watchStoreState } from '#offline/store.ts'
import { syncNow, type SyncState } from '#offline/sync.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/wallet.ts'
import { Bar, Skeleton } from '#ui/skeleton.tsx'
import { StateMark } from '#ui/state-mark.tsx'
import { useWatched } from '#ui/use-watched.ts'

/** Whether what is shown would open without a network, and how old it is. */
export function SyncLine({ sync, now }: { sync: SyncState | undefined; now: number }) {
  const store = useWatched(watchStoreState, []).value
  if (!sync || store === undefined || store === 'opening') return null
  const age =
    sync.lastWalletSync === null
      ? t(sync.syncing ? 'wallet.syncing' : 'wallet.neverSynced')
      : t('wallet.synced', { ago: ago(sync.lastWalletSync, now) })
  const offline = sync.reachable === false ? ` · ${t('wallet.offline')}` : ''
  return (
    <p className="no-print">
      {store.kind === 'device' ? (
        <StateMark kind={sync.lastWalletSync === null ? 'info' : 'ok'} className="whitespace-normal!">
          {t('wallet.saved')} · {age}
          {offline}
        </StateMark>
      ) : (
        <StateMark kind="warn" className="whitespace-normal!">
          {t('wallet.notSaved')}
        </StateMark>
      )}
    </p>
  )
}

/** In place of a list that could not be read, with the way to try again; `onRetry` hears of it. */
export function WalletFailed({ title, syncing, onRetry }: { title: string; syncing: boolean; onRetry: () => void }) {
  const again = (): void => {
    onRetry()
    void syncNow()
  }
  return (
    <div role="alert">
      <Empty
        title={title}
        className="mt-4 border-t-2 border-rule-strong"
        action={
          <Button kind="line" busy={syncing} onClick={again}>
            {t('common.tryAgain')}
          </Button>
        }
      />
    </div>
  )
}

/** Keeps the place of a list that is being read. */
export function WalletLoading() {
  return (
    <Skeleton className="mt-6 border-t-2 border-rule-strong pt-6">
      <div className="grid max-w-[560px] gap-3">
        <Bar dark className="w-2/5" />
        <Bar className="w-3/5" />
        <Bar className="w-1/2" />
      </div>
    </Skeleton>
  )
}
