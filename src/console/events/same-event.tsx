import type { EventListRow } from '#shop/catalogue/admin/events-admin.api.ts'
import { formatDayTime } from '#platform/time/ist.ts'
import { ConfirmDialog } from '#ui/controls/confirm.tsx'

export function SameEventText({ twin }: { twin: EventListRow }) {
  return (
    <p>
      {twin.singerName} is already at {twin.venue}, {twin.city}, {formatDayTime(twin.date)}
      {twin.status === 'cancelled' ? ' (cancelled)' : ''}. Customers would see both.
    </p>
  )
}

export function SameEventQuestion({
  twin,
  confirmLabel,
  busy,
  busyLabel,
  onConfirm,
  onCancel,
}: {
  twin: EventListRow | null
  confirmLabel: string
  busy: boolean
  busyLabel: string
  onConfirm: () => void
  onCancel: () => void
}) {
  return (
    <ConfirmDialog
      open={twin !== null}
      question="Have the same event twice?"
      confirmLabel={confirmLabel}
      kind="solid"
      busy={busy}
      busyLabel={busyLabel}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {twin ? <SameEventText twin={twin} /> : null}
    </ConfirmDialog>
  )
}
