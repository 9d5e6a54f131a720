import { watchSync } from '#shop/sync/sync-state.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { SeatsFailed } from './seats-failed.tsx'
import { SeatsLoading } from './seats-loading.tsx'

export function SeatsWaiting() {
  const { value: sync } = useWatched(watchSync, [])
  if (!sync?.failure) return <SeatsLoading />
  const retry = (): void => {
    void import('#shop/sync/sync.store.ts').then(({ syncNow }) => syncNow())
  }
  return <SeatsFailed failure={sync.failure} busy={sync.syncing} retry={retry} />
}
