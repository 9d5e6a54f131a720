import { formatTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'

interface Rejection {
  /** Of staff; null without one. */
  note: string | null
  /** ms; null once the seats are free for others. */
  keptUntil: number | null
  busy: boolean
  onTryAgain: () => void
  onReturn: () => void
}

export function FailureDialog({
  open,
  code,
  onClose,
  ...rejection
}: Rejection & { open: boolean; code: string; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="narrow"
      title={t('checkout.status.rejected')}
      subtitle={`${t('checkout.fact.order')} ${code}`}
      footer={<Ways {...rejection} />}
    >
      <Advice {...rejection} />
    </Dialog>
  )
}

/** Says on the page what the dialog said before it was closed. */
export function Rejected(rejection: Rejection) {
  return (
    <div className="mt-2.5 max-w-[52ch]">
      <Advice {...rejection} />
      <div className="mt-4 max-w-[440px]">
        <Ways {...rejection} />
      </div>
    </div>
  )
}

function Advice({ note, keptUntil }: Rejection) {
  return (
    <>
      {note && (
        <Note kind="bad" className="mb-3 text-3">
          {t('checkout.rejected.note')} <q>{note}</q>
        </Note>
      )}
      <p className="mb-2">{t('checkout.rejected.money')}</p>
      <p>
        {keptUntil === null
          ? t('checkout.rejected.seatsFree')
          : t('checkout.rejected.seatsKept', { time: formatTime(keptUntil) })}
      </p>
    </>
  )
}

function Ways({ busy, onTryAgain, onReturn }: Rejection) {
  return (
    <div className="grid gap-2.5">
      <Button kind="lit" wide arrow busy={busy} data-autofocus="" onClick={onTryAgain}>
        {t('checkout.rejected.tryAgain')}
      </Button>
      <Button kind="line" wide onClick={onReturn}>
        {t('checkout.toCart')}
      </Button>
    </div>
  )
}
