import { continueWithoutDevice, watchStoreState } from '#shop/device/store.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/app/device.ts'
import { Note } from '#ui/display/note.tsx'
import { useWatched } from '#ui/hooks/use-watched.ts'

/** Warns that the data on this device cannot be read now; the person decides whether to wait. */
export function DeviceLost() {
  const { value: state } = useWatched(watchStoreState, [])
  if (typeof state !== 'object' || state.kind !== 'memory' || state.awaited !== 'lost') return null
  return (
    <div className="no-print border-b border-rule bg-warn-soft py-3">
      <div className="wrap">
        <Note kind="warn" role="alert" className="grid justify-items-start gap-2">
          <p>{t('device.lost')}</p>
          <div className="flex flex-wrap gap-x-6 gap-y-2">
            <Button kind="line" small onClick={() => location.reload()}>
              {t('device.lost.reload')}
            </Button>
            <Button kind="bare" small onClick={continueWithoutDevice}>
              {t('device.lost.without')}
            </Button>
          </div>
        </Note>
      </div>
    </div>
  )
}
