import { watchStoreState } from '#shop/device/store.ts'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/app/device.ts'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** Warns that data is lost with this tab: a private window, a full or blocked device. Compare device-lost.tsx. */
export function StoreNotice() {
  const { value: state } = useWatched(watchStoreState, [])
  if (typeof state !== 'object' || state.kind !== 'memory' || state.awaited !== null || state.isSlow) return null
  return (
    <div className="no-print border-b border-rule bg-warn-soft py-3">
      <div className="wrap">
        <Note kind="warn" role="status">
          {t('device.memory')}
        </Note>
      </div>
    </div>
  )
}
