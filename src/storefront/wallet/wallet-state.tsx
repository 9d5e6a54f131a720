import type { Failure } from '#platform/failure/failure.ts'
import { isLasting, watchStoreState } from '#shop/device/store.ts'
import { syncNow, watchSync, type SyncState } from '#shop/sync/sync.store.ts'
import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/wallet.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useFailureToast } from '#ui/hooks/use-failure-toast.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { ReadFailed } from '../read-failed.tsx'

interface WalletRead {
  owner: string | null
  loaded: boolean
  nothing: boolean
  broken: boolean
  failure: string
}

/** Whether a page of the customer shows, waits or has failed. Empty and never synced, it waits for the sync and fails
 * with it. Call `asked` when the reader tries again. */
export function useWalletState({ owner, loaded, nothing, broken, failure }: WalletRead) {
  const sync = useWatched(watchSync, [owner]).value
  const unsure = loaded && nothing && sync?.lastWalletSync === null
  const failed = broken ? { code: 'storage' as const } : unsure && sync?.failure ? sync.failure : null
  const asked = useFailureToast(failed && !sync?.syncing ? failure : null, loaded && !unsure)
  return { failed, waiting: !loaded || unsure, sync, asked }
}

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
      {isLasting(store) ? (
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

/** For a list that could not be read; its button retries and calls `onRetry`. */
export function WalletFailed({
  title,
  failure,
  syncing,
  onRetry,
}: {
  title: string
  failure: Pick<Failure, 'code'>
  syncing: boolean
  onRetry: () => void
}) {
  const again = (): void => {
    onRetry()
    void syncNow()
  }
  return (
    <div className="mt-4 border-t-2 border-rule-strong">
      <ReadFailed title={title} failure={failure} retrying={syncing} retry={again} />
    </div>
  )
}

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
