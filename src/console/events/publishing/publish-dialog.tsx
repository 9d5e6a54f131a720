import { FailureNote } from '../../kit/form/form-frame.tsx'
import { publishEvent } from '#shop/catalogue/admin/publishing.api.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'
import { Note } from '#ui/display/note.tsx'
import { nameOf, useEventChange, type EventDialogProps } from '../event-dialogs.tsx'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { NoPayee } from './no-payee.tsx'
import { missingOf, salesWords } from './publish-checks.ts'

export function PublishDialog(props: EventDialogProps) {
  const { event, now, open } = props
  const { busy, failure, close, run } = useEventChange(
    { done: 'Event published', failed: 'Error publishing event' },
    props,
  )
  const { value: shop } = useWatched(watchShopSettings, [])
  const missing = missingOf(event, now)
  return (
    <ConfirmDialog
      open={open}
      question="Publish this event?"
      confirmLabel={missing.length > 0 ? 'Publish it anyway' : 'Publish'}
      kind="solid"
      busy={busy}
      busyLabel="Publishing..."
      onConfirm={() => void run(() => publishEvent(event.id))}
      onCancel={close}
    >
      <div>
        <p>{nameOf(event)}</p>
        {shop?.upiId === '' ? <NoPayee className="mt-3" /> : null}
        {missing.length > 0 ? (
          <Note kind="warn" className="mt-3">
            <ul>
              {missing.map((one) => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </Note>
        ) : null}
        <p className="mt-2 text-muted">
          {salesWords(event, now)} The preview link ends. It can be made a draft again until somebody orders.
        </p>
        <FailureNote failure={failure} className="mt-4" />
      </div>
    </ConfirmDialog>
  )
}
