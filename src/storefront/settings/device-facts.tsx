import type { ReactNode } from 'react'
import { promised } from '#platform/observable/promised.ts'
import { askToPersist, isLasting, watchStoreState } from '#shop/device/store.ts'
import { watchSync } from '#shop/sync/sync-state.store.ts'
import { Button } from '#ui/controls/button.tsx'
import { ago } from '#ui/format.ts'
import { t } from '#ui/messages/messages.ts'
import { PageSection } from '#ui/display/fact.tsx'
import { toast } from '#ui/toast.tsx'
import { useNow } from '#ui/hooks/use-time.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'

const CLOCK_MS = 30_000

export function DeviceFacts({ owner }: { owner: string | null }) {
  const store = useWatched(watchStoreState, []).value
  const sync = useWatched(watchSync, [owner]).value
  const now = useNow(CLOCK_MS)
  const size = useWatched(() => promised(readStorageSize), []).value
  const onDevice = isLasting(store)
  const persisted = onDevice ? store.persisted : null

  const keep = async (): Promise<void> => {
    const kept = await askToPersist()
    if (kept === true) toast.success(t('settings.device.kept.yes'))
    else toast.show(t('settings.device.keep.refused'))
  }
  return (
    <PageSection title={t('settings.device')}>
      <dl className="grid gap-3 text-2">
        <Fact name={t('settings.device.place')}>
          {store === undefined || store === 'opening'
            ? '…'
            : t(onDevice ? 'settings.device.place.device' : 'settings.device.place.memory')}
        </Fact>
        {onDevice && (
          <Fact name={t('settings.device.kept')}>
            {t(
              persisted === null
                ? 'settings.device.kept.unknown'
                : persisted
                  ? 'settings.device.kept.yes'
                  : 'settings.device.kept.no',
            )}
          </Fact>
        )}
        {size && <Fact name={t('settings.device.size')}>{t('settings.device.size.of', size)}</Fact>}
        <Fact name={t('settings.device.synced')}>
          {typeof sync?.lastWalletSync === 'number' ? ago(sync.lastWalletSync, now) : t('settings.device.never')}
        </Fact>
      </dl>
      {onDevice && persisted === false && (
        <Button kind="line" wide onClick={() => void keep()}>
          {t('settings.device.keep')}
        </Button>
      )}
    </PageSection>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="leading-5 font-strong">{name}</dt>
      <dd className="text-muted tabular-nums">{children}</dd>
    </div>
  )
}

/** Null where the browser gives no estimate. */
async function readStorageSize(): Promise<{ used: string; quota: string } | null> {
  const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {}
  return usage !== undefined && quota ? { used: megabytes(usage), quota: megabytes(quota) } : null
}

const GIGABYTE = 1e9
const megabytes = (bytes: number): string =>
  bytes >= GIGABYTE ? `${(bytes / GIGABYTE).toFixed(1)} GB` : `${(bytes / 1e6).toFixed(1)} MB`
