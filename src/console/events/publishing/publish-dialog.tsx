import { publishEvent } from '#shop/catalogue/admin/publishing.api.ts'
import { Note } from '#ui/display/note.tsx'
import { nameOf, type EventDialogProps } from '../event-dialogs.tsx'
import { watchShopSettings } from '#shop/settings/shop-settings.store.ts'
import { useWatched } from '#ui/hooks/use-watched.ts'
import { NoPayee } from './no-payee.tsx'
import { missingOf, salesWords } from './publish-checks.ts'
import { AskDialog } from '../../kit/form/form-dialog.tsx'

export function PublishDialog({ event, now, onClose, onDone }: EventDialogProps) {
  const { value: shop } = useWatched(watchShopSettings, [])
  const missing = missingOf(event, now)
  return (
    <AskDialog
      question="Publish this event?"
      confirmLabel={missing.length > 0 ? 'Publish it anyway' : 'Publish'}
      kind="solid"
      act={() => publishEvent(event.id)}
      saving="Publishing..."
      done="Event published"
      failed="Error publishing event"
      onClose={onClose}
      onDone={onDone}
    >
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
        {salesWords(event, now)} The preview link ends. It can be made a draft again until the first order.
      </p>
    </AskDialog>
  )
}
