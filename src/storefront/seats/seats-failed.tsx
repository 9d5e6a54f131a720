import { Button } from '#ui/controls/button.tsx'
import { t } from '#ui/messages/messages.ts'
import '#ui/messages/with/shop/seats.ts'
import { Note } from '#ui/display/note.tsx'

/** `gone`: the server does not know the seats. */
export function SeatsFailed({ gone = false, busy, retry }: { gone?: boolean; busy: boolean; retry: () => void }) {
  const why = gone ? 'seats.error.gone' : navigator.onLine ? 'seats.error.server' : 'seats.error.offline'
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4 desk:p-6">
      <Note kind="bad" role="alert" className="grid max-w-[46ch] justify-items-start gap-3">
        <p className="font-strong">{t('seats.error')}</p>
        <p>{t(why)}</p>
        <Button kind="solid" small busy={busy} busyLabel={t('common.loading')} onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </Note>
    </div>
  )
}
