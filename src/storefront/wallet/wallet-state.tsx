import type { ReactNode } from 'react'
import { isLasting, watchStoreState } from '#shop/device/store.ts'
import { syncNow, watchSync, type SyncState } from '#shop/sync/sync.store.ts'
import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/buying/wallet.ts'
import { Bar, Skeleton } from '#ui/display/note.tsx'
import { StateMark } from '#ui/display/state-mark.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { useFailureToast } from '#ui/hooks/use-failure-toast.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { ReadFailed } from '../read-failed.tsx'

const CLOCK_MS = 30_000

interface WalletRead {
  owner: string | null
  loaded: boolean
  nothing: boolean
  broken: boolean
  /** The words for a failure. */
  failure: string
}

export type WalletState = ReturnType<typeof useWalletState>

/** Whether a page of the customer shows, waits or has failed. Empty and never synced, it waits for the sync and fails
 * with it. Call `asked` when the reader tries again. */
export function useWalletState({ owner, loaded, nothing, broken, failure }: WalletRead) {
  const sync = useWatched(watchSync, [owner]).value
  const unsure = loaded && nothing && sync?.lastWalletSync === null
  const failed = broken ? { code: 'storage' as const } : unsure && sync?.failure ? sync.failure : null
  const asked = useFailureToast(failed && !sync?.syncing ? failure : null, loaded && !unsure)
  return { failed, failure, waiting: !loaded || unsure, sync, asked }
}

/** Shows the frame of a page of the customer: its title, the ways from it, and how fresh it is. */
export function WalletPage({
  title,
  ways,
  sync,
  children,
}: Pick<WalletState, 'sync'> & { title: string; ways: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap pb-18">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 pt-6">
        <div className="flex flex-wrap items-baseline gap-x-6">
          <h1 className="head-5">{title}</h1>
          {ways}
        </div>
        <SyncLine sync={sync} />
      </div>
      {children}
    </div>
  )
}

function SyncLine({ sync }: { sync: SyncState | undefined }) {
  const now = useNow(CLOCK_MS)
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

/** What was read, or that it is being read, or why it could not be, with a button that tries again. */
export function WalletBody({ state, children }: { state: WalletState; children: ReactNode }) {
  const { failed, failure, waiting, sync, asked } = state
  const again = (): void => {
    asked()
    void syncNow()
  }
  if (failed)
    return (
      <div className="mt-4 border-t-2 border-rule-strong">
        <ReadFailed title={failure} failure={failed} retrying={sync?.syncing ?? false} retry={again} />
      </div>
    )
  if (!waiting) return children
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
