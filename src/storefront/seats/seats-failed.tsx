import { whoFailed, type Failure } from '#platform/failure/failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/en/shop/seats.ts'
import { Alert } from '#ui/display/note.tsx'
import { failedText } from '../read-failed.tsx'

export function SeatsFailed({ failure, busy, retry }: { failure: Failure; busy: boolean; retry: () => void }) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 desk:p-6">
      <Alert className="grid max-w-[46ch] justify-items-start gap-3">
        <p className="font-strong">{t('seats.error')}</p>
        <p>{whyNoSeats(failure, navigator.onLine)}</p>
        <Button kind="solid" small busy={busy} busyLabel={t('common.loading')} onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </Alert>
    </div>
  )
}

export function whyNoSeats(failure: Failure, onLine: boolean): string {
  // The server does not know the category.
  if (failure.code === 'not_found' || failure.code === 'invalid') return t('seats.error.gone')
  if (whoFailed(failure) !== 'network') return failedText(failure)
  return t(onLine ? 'seats.error.server' : 'seats.error.offline')
}

/** Why the shown seats are old. */
export function whyStale(failure: Failure, onLine: boolean, ago: string): string {
  if (whoFailed(failure) === 'device') return t('seats.stale.device', { ago })
  return t(onLine ? 'seats.stale.server' : 'seats.stale.offline', { ago })
}
