import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import type { ButtonKind } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { t } from '../messages/messages.ts'

export interface ConfirmDialogProps {
  open: boolean
  question: ReactNode
  children?: ReactNode
  confirmLabel: string | null
  cancelLabel?: string
  kind?: ButtonKind
  onConfirm: () => void
  onCancel: () => void
  /** Esc, × and a press beside it; without it as `onCancel`. */
  onClose?: () => void
  busy?: boolean
  busyLabel?: string
}

/** Focuses the answer that changes nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    question,
    children,
    confirmLabel,
    cancelLabel,
    kind = 'no',
    onConfirm,
    onCancel,
    onClose = onCancel,
    busy,
    busyLabel,
  } = props
  return (
    <Dialog
      open={open}
      onClose={busy ? () => undefined : onClose}
      title={question}
      size="narrow"
      footer={
        <div className="flex flex-wrap justify-end gap-3 max-desk:*:flex-1 max-desk:*:whitespace-nowrap">
          <Button kind="line" onClick={onCancel} disabled={busy} data-autofocus="">
            {cancelLabel ?? t('common.cancel')}
          </Button>
          {confirmLabel === null ? null : (
            <Button kind={kind} onClick={onConfirm} busy={busy} busyLabel={busyLabel}>
              {confirmLabel}
            </Button>
          )}
        </div>
      }
    >
      {children}
    </Dialog>
  )
}
