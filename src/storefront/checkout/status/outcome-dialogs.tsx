import { useNavigate } from 'react-router-dom'
import { formatTime } from '#platform/time/ist.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/controls/dialog.tsx'
import { t } from '#ui/messages/messages.ts'
import { Note } from '#ui/display/note.tsx'
import { paths } from '#ui/paths.ts'

/** Open it only once the tickets are on this device. */
export function SuccessDialog({ open, tickets, onClose }: { open: boolean; tickets: number; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="narrow"
      title={t('checkout.success')}
      footer={
        <Button kind="lit" wide arrow data-autofocus="" onClick={() => void navigate(paths.myTickets)}>
          {t('checkout.success.view')}
        </Button>
      }
    >
      <p>{t('checkout.success.text', { n: tickets })}</p>
      <p className="mt-2">{t('checkout.success.arrive')}</p>
    </Dialog>
  )
}

export function FailureDialog({
  open,
  note,
  code,
  keptUntil,
  busy,
  onTryAgain,
  onReturn,
  onClose,
}: {
  open: boolean
  note: string | null
  code: string
  keptUntil: number | null
  busy: boolean
  onTryAgain: () => void
  onReturn: () => void
  onClose: () => void
}) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="narrow"
      title={t('checkout.rejected')}
      subtitle={`${t('checkout.fact.order')} ${code}`}
      footer={
        <div className="grid gap-2.5">
          <Button kind="lit" wide arrow busy={busy} data-autofocus="" onClick={onTryAgain}>
            {t('checkout.rejected.tryAgain')}
          </Button>
          <Button kind="line" wide onClick={onReturn}>
            {t('checkout.toCart')}
          </Button>
        </div>
      }
    >
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
    </Dialog>
  )
}
